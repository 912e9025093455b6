#include "core/base/text.h"
#include "core/xla/advice/rules.h"

namespace tidemark::xla {
namespace {

/// Keeps a row on the device only from its first to its last use, or not at all if it has no use.
void keepWhileUsed(const Evidence& evidence, RowId row, Proposal& proposal)
{
    const Evidence::Reads reads = evidence.reads(row);
    const StepId written = evidence.isOutputOnly(row) ? evidence.uses().of(row).front().step : StepId();
    const StepId first = written ? written : reads.first;
    const StepId last = reads.last ? reads.last : written;
    if (!first || !last) {
        proposal.change(evidence.sum().gone(row));
        return;
    }
    proposal.change({row, 0, first.value, 0});
    proposal.change({row, last.value + 1, evidence.timeline().steps, 0});
}

std::vector<Proposal> optimizerToHost(const Evidence& evidence)
{
    if (!evidence.room().isDeviceMemory)
        return {};
    Proposal proposal;
    Finding& finding = proposal.finding;
    for (const RowId row : evidence.rows())
        if (evidence.isOf(row, {Category::OptimizerState}) && !evidence.isTemporary(row)
            && (evidence.isArgument(row) || evidence.isOutputOnly(row)) && !evidence.isNegligible(row))
            keepWhileUsed(evidence, row, proposal);
    if (!arrange(finding, evidence.sum()))
        return {};
    finding.text = groupedCount(finding.rows.size(), "array")
        + " of optimizer state, %1, that stay on the device all the time although "
        + "only the update reads it: " + evidence.names(finding.rows);
    return {std::move(proposal)};
}

} // namespace

constinit const PlanRule kOptimizerToHost{
    "optimizer_state_to_host",
    "Offload optimizer state to the host",
    "Each array is in host memory except between its first and last use in the update. Every training step moves it to the device and back.",
    "JAX, Memories and host offloading (docs.jax.dev/en/latest/notebooks/host-offloading.html)",
    true, // the compiler may load the state before the update needs it, and may order the update in another way
    optimizerToHost,
};

} // namespace tidemark::xla
