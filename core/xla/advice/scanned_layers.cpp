#include "core/base/text.h"
#include "core/xla/advice/rules.h"

#include "core/shapes/array_shape.h"

#include <map>

namespace tidemark::xla {
namespace {

constexpr std::int64_t kLeastStacked = 3;

/// Arrays that a loop over layers writes for the loop of the backward part. Their first dimension is the number of
/// layers.
struct Stacks {
    std::vector<RowId> rows;
    RowId smallest;
};

/// Returns whether a loop of the forward part writes the row and a loop of the backward part reads it.
bool goesFromLoopToLoop(const Evidence& evidence, RowId row)
{
    bool isLeft = false;
    bool isRead = false;
    for (const RowEvent& event : evidence.uses().of(row)) {
        if (event.actor == RowEvent::kNobody)
            continue;
        const InstructionId actor(event.actor);
        if (evidence.graph().node(actor).opcode == Opcode::While)
            (evidence.isBackward(actor) ? isRead : isLeft) = true;
    }
    return isLeft && isRead;
}

std::map<std::int64_t, Stacks> findStacks(const Evidence& evidence)
{
    std::map<std::int64_t, Stacks> byLayers;
    for (const RowId row : evidence.rows()) {
        if (!evidence.isTemporary(row) || evidence.meaning(row).role != Role::Saved || evidence.isNegligible(row)
            || !goesFromLoopToLoop(evidence, row))
            continue;
        const std::vector<std::int64_t> dimensions = readArrayShape(evidence.shape(row)).dimensions;
        if (dimensions.size() < 2 || dimensions.front() < kLeastStacked)
            continue;
        Stacks& stacks = byLayers[dimensions.front()];
        stacks.rows.push_back(row);
        if (!stacks.smallest || evidence.size(row) < evidence.size(stacks.smallest))
            stacks.smallest = row;
    }
    return byLayers;
}

std::string nameOf(const Evidence& evidence, RowId row)
{
    return evidence.name(row) + " " + plainWords(shapeTextWithoutLayout(evidence.shape(row)));
}

std::vector<Proposal> scannedLayers(const Evidence& evidence)
{
    std::vector<Proposal> proposals;
    for (const auto& [layers, stacks] : findStacks(evidence)) {
        if (stacks.rows.size() < 2)
            continue;
        Proposal proposal;
        Finding& finding = proposal.finding;
        for (const RowId row : stacks.rows)
            if (!(row == stacks.smallest))
                proposal.change(evidence.sum().resized(row, evidence.size(row) / layers));
        finding.amounts = {evidence.size(stacks.smallest)};
        arrange(finding, evidence.sum());
        finding.text = groupedCount(finding.rows.size(), "stack") + ", %1, of values that each of "
            + std::to_string(layers) + " layers computes, wait" + (finding.rows.size() == 1 ? "s" : "")
            + " for the backward loop. Kept: %2 " + nameOf(evidence, stacks.smallest)
            + ". Computed again: " + nameOf(evidence, finding.rows.front());
        if (finding.rows.size() > 1)
            finding.text += " and " + groupedNumber(static_cast<std::int64_t>(finding.rows.size() - 1)) + " more";
        proposals.push_back(std::move(proposal));
    }
    return proposals;
}

} // namespace

constinit const PlanRule kScannedLayers{
    "rematerialization",
    "Recompute activations of a loop over layers",
    "The kept values suffice to recompute a layer in its iteration of the backward loop (jax.checkpoint of the loop body). One layer is in memory at a time.",
    "JAX, Gradient checkpointing (docs.jax.dev/en/latest/gradient-checkpointing.html)",
    true,
    scannedLayers,
};

} // namespace tidemark::xla
