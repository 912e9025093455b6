#include "core/xla/advice/advice.h"

#include "core/base/text.h"
#include "core/wire/wire_reader.h"
#include "proto/hlo.pb.h"

#include <algorithm>
#include <map>
#include <utility>

namespace tidemark::xla {
namespace {

// Memory that is held while nothing needs it.

constexpr std::uint32_t kShareOfAxis = 20; // a value is idle if it is unread for more than 1 / 20 of the axis
constexpr std::uint32_t kLeastSteps = 2;

/// Returns the range of steps around `step` in which a temporary is held and not used, if it is read afterwards;
/// otherwise an empty range.
IndexRange waits(const Evidence& evidence, RowId row, std::uint32_t step)
{
    IndexRange range{step, step};
    for (const RowEvent& event : evidence.uses().of(row)) {
        if (!event.step || event.step.value == step)
            return {step, step};
        if (event.step.value < step) {
            range.begin = event.step.value + 1;
            continue;
        }
        const bool isRead = event.kind == RowEventKind::Used || event.kind == RowEventKind::Shared;
        range.end = isRead ? event.step.value : step;
        break;
    }
    return range;
}

std::vector<Proposal> idleAcrossPeak(const Evidence& evidence)
{
    if (!evidence.room().isDeviceMemory)
        return {};
    const std::uint32_t peak = evidence.sum().peakStep();
    const std::uint32_t least = std::max(kLeastSteps, evidence.timeline().steps / kShareOfAxis);
    Proposal proposal;
    Finding& finding = proposal.finding;
    std::uint32_t shortest = evidence.timeline().steps;
    std::uint32_t longest = 0;
    for (const RowId row : evidence.rows()) {
        if (!evidence.isTemporary(row) || !evidence.sum().isAtPeak(row) || evidence.isNegligible(row))
            continue;
        const IndexRange unread = waits(evidence, row, peak);
        if (unread.size() < least)
            continue;
        proposal.change({row, unread.begin, unread.end, 0});
        shortest = std::min(shortest, unread.size());
        longest = std::max(longest, unread.size());
    }
    if (!arrange(finding, evidence.sum()))
        return {};
    const std::string steps
        = (shortest == longest ? "" : groupedNumber(shortest) + " to ") + groupedCount(longest, "step");
    finding.text = groupedCount(finding.rows.size(), "temporary", "temporaries")
        + ", %1, live at the peak and not read for " + steps + " around it: " + evidence.names(finding.rows);
    return {std::move(proposal)};
}

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

std::vector<Proposal> unreadArguments(const Evidence& evidence)
{
    Proposal proposal;
    Finding& finding = proposal.finding;
    const std::vector<RowId> donatable = donatableArguments(evidence);
    for (const RowId row : evidence.rows())
        if (evidence.isArgument(row) && !evidence.allocation(row).isLiveOut && evidence.size(row) > 0
            && evidence.argument(row) && !evidence.reads(row).isRead
            && !std::ranges::binary_search(donatable, row.value, {}, &RowId::value))
            proposal.change(evidence.sum().gone(row));
    if (!arrange(finding, evidence.sum()))
        return {};
    finding.text = groupedCount(finding.rows.size(), "argument")
        + ", %1, that no instruction reads and no output returns: " + evidence.names(finding.rows);
    return {std::move(proposal)};
}

/// Returns the literal of a constant; empty when the file has none.
std::string_view literalOf(const Evidence& evidence, RowId row)
{
    const InstructionId definer = evidence.definer(row);
    if (!definer || evidence.graph().node(definer).opcode != Opcode::Constant)
        return {};
    std::string_view literal;
    Damage known; // decoding the module has reported the damage
    for (WireReader reader(evidence.plan().module().bytesOf(definer), known); reader.next();)
        if (reader.field() == proto::HloInstructionProto::kLiteralFieldNumber && reader.isBytes())
            literal = reader.bytes();
    return literal;
}

std::vector<Proposal> equalConstants(const Evidence& evidence)
{
    std::map<std::string_view, RowId> first; // literals include their shapes
    Proposal proposal;
    Finding& finding = proposal.finding;
    for (const RowId row : evidence.rows()) {
        const Allocation& allocation = evidence.allocation(row);
        const std::string_view literal = allocation.isConstant && !allocation.isParameter && !allocation.isLiveOut
            ? literalOf(evidence, row)
            : std::string_view();
        if (!literal.empty() && !first.emplace(literal, row).second)
            proposal.change(evidence.sum().gone(row));
    }
    if (!arrange(finding, evidence.sum()))
        return {};
    finding.text = groupedCount(finding.rows.size(), "constant")
        + ", %1, with the same values and shape as another one: " + evidence.names(finding.rows);
    return {std::move(proposal)};
}

std::vector<Proposal> fragmentation(const Evidence& evidence)
{
    const SpaceTimeline& timeline = evidence.timeline();
    Proposal proposal;
    Finding& finding = proposal.finding;
    finding.savedBytes = timeline.totals.total - timeline.occupiedPeakBytes();
    finding.amounts = {timeline.totals.total, timeline.occupiedPeakBytes()};
    finding.text = "%1 are allocated, and at most %2 are occupied at once; the rest is gaps between buffers";
    return {std::move(proposal)};
}

} // namespace

constinit const PlanRule kIdle{
    "idle_across_peak",
    "Recompute or offload idle values",
    "Each value is offloaded or dropped after its last read before the peak, and loaded or recomputed before its next read.",
    "Heap trace of the plan, and the reads of each buffer",
    true, // the compiler orders the loads and the recomputation itself, and both need memory
    idleAcrossPeak,
};

constinit const PlanRule kOptimizerToHost{
    "optimizer_state_to_host",
    "Offload optimizer state to the host",
    "Each array is in host memory except between its first and last use in the update. Every training step moves it to the device and back.",
    "JAX, Memories and host offloading (docs.jax.dev/en/latest/notebooks/host-offloading.html)",
    true, // the compiler may load the state before the update needs it, and may order the update in another way
    optimizerToHost,
};

constinit const PlanRule kUnreadArguments{
    "unread_arguments",
    "Do not pass unused arguments",
    "Nothing else keeps these arguments on the device while the program runs.",
    "Reads of each buffer of the program",
    false,
    unreadArguments,
};

constinit const PlanRule kConstants{
    "identical_constants",
    "Hold equal constants once",
    "The program uses one constant or one argument instead of equal constants.",
    "Literals of the HLO module, compared byte by byte",
    false,
    equalConstants,
};

constinit const PlanRule kFragmentation{
    "fragmentation",
    "Fragmentation",
    "The compiler packs the buffers without gaps. Its packing cannot be configured, but other buffer sizes or another "
    "order of operations change it.",
    "Allocated size minus occupied peak of the plan",
    false,
    fragmentation,
};

} // namespace tidemark::xla
