#include "core/xla/advice/rules.h"

namespace tidemark {
namespace {

/// What stays of a row on the device: the steps from its first to its last use. Nothing where it has none.
void keepWhileUsed(const Evidence& evidence, RowId row, std::vector<RowChange>& changes)
{
    const Evidence::Reads reads = evidence.reads(row);
    const StepId written = evidence.isOutputOnly(row) ? evidence.uses().of(row).front().step : StepId();
    const StepId first = written ? written : reads.first;
    const StepId last = reads.last ? reads.last : written;
    if (!first || !last) {
        changes.push_back(evidence.gone(row));
        return;
    }
    changes.push_back({row, 0, first.value, 0});
    changes.push_back({row, last.value + 1, evidence.timeline().steps, 0});
}

} // namespace

std::vector<Proposal> adviseOptimizerToHost(const Evidence& evidence)
{
    if (!evidence.room().isDeviceMemory)
        return {};
    Proposal proposal;
    Finding& finding = proposal.finding;
    for (const RowId row : evidence.rows())
        if (evidence.isOf(row, {Category::OptimizerState}) && !evidence.isTemporary(row)
            && (evidence.isArgument(row) || evidence.isOutputOnly(row))
            && evidence.size(row) > evidence.sum().peak() / kNegligible) {
            finding.rows.push_back(row);
            keepWhileUsed(evidence, row, proposal.changes);
        }
    if (finding.rows.empty())
        return {};
    evidence.sortBySize(finding.rows);
    finding.id = "optimizer_state_to_host";
    finding.label = "Optimizer state to the host";
    finding.amounts = {evidence.sizeOf(finding.rows)};
    finding.text = counted(finding.rows.size(), "array")
        + " of optimizer state, %1, on the device all the time, though "
        + "only the update reads it: " + evidence.names(finding.rows);
    finding.assumption = "Each lies in the host's memory but between its first and its last use in the update; every "
                         "step of training moves it there and back.";
    finding.source = "JAX, Memories and host offloading (docs.jax.dev/en/latest/notebooks/host-offloading.html)";
    return {std::move(proposal)};
}

} // namespace tidemark
