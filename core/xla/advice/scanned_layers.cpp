#include "core/base/text.h"
#include "core/xla/advice/loop_stacks.h"
#include "core/xla/advice/rules.h"

#include "core/shapes/array_shape.h"

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <tuple>
#include <utility>

namespace tidemark::xla {
namespace {

constexpr std::int64_t kLeastStacked = 3;
constexpr std::size_t kNamedGroups = 4; // groups named in the text, two amounts each

/// Arrays that one loop writes for the loop of the backward part. Their first dimension is the number of iterations.
struct LoopStacks {
    LoopPair loops;
    std::int64_t iterations = 0;
    std::vector<RowId> dropped; // the backward loop can compute their values again
    std::vector<RowId> kept; // they hold the values that iterations pass on
    /// The bytes, in all iterations, of values that iterations pass on and that no stack holds yet. Never more than the
    /// bytes of all stacks.
    std::int64_t carriedBytes = 0;
    std::string carriedShape; // of the largest value that iterations pass on; empty if unknown
};

/// Loops over equal layers, which have stacks of the same shapes.
using LoopGroup = std::vector<LoopStacks>;

std::string nameOf(const Evidence& evidence, RowId row)
{
    return evidence.name(row) + " " + plainWords(shapeTextWithoutLayout(evidence.shape(row)));
}

std::vector<LoopStacks> findStacks(const Evidence& evidence)
{
    std::map<std::tuple<std::uint32_t, std::uint32_t, std::int64_t>, LoopStacks> byLoops;
    for (const RowId row : evidence.rows()) {
        if (!evidence.isTemporary(row) || !evidence.isOf(row, {Category::Activations}) || evidence.isNegligible(row))
            continue;
        const LoopPair loops = loopsOf(evidence, row);
        if (!loops.forward || isReadBetween(evidence, row, loops))
            continue;
        const std::vector<std::int64_t> dimensions = readArrayShape(evidence.shape(row)).dimensions;
        // An iteration writes at least a byte, so more iterations than bytes are damage.
        if (dimensions.size() < 2 || dimensions.front() < kLeastStacked || dimensions.front() > evidence.size(row))
            continue;
        LoopStacks& stacks = byLoops[{loops.forward.value, loops.backward.value, dimensions.front()}];
        stacks.loops = loops;
        stacks.iterations = dimensions.front();
        stacks.dropped.push_back(row);
    }
    std::vector<LoopStacks> result;
    for (auto& [key, stacks] : byLoops)
        result.push_back(std::move(stacks));
    return result;
}

/// Separates the stacks that must be kept: the backward loop computes an iteration again from the values that the
/// iteration before passed to it.
void keepCarried(const Evidence& evidence, CarriedActivations& carried, LoopStacks& stacks)
{
    evidence.sum().sortBySize(stacks.dropped);
    // A loop that passes on as much as it stacks saves nothing. Its exact bytes do not matter and may not be countable.
    const std::int64_t most = evidence.sum().sizeOf(stacks.dropped);
    using OneShape = std::pair<std::int64_t, std::vector<std::int64_t>>; // type and dimensions of one iteration's array
    std::map<OneShape, std::vector<RowId>> byShape; // the last one first
    for (auto row = stacks.dropped.rbegin(); row != stacks.dropped.rend(); ++row) {
        const ArrayShape array = readArrayShape(evidence.shape(*row));
        byShape[{array.type, {array.dimensions.begin() + 1, array.dimensions.end()}}].push_back(*row);
    }
    std::set<std::uint32_t> kept; // rows
    std::int64_t largest = 0;
    for (const ShapeView shape : carried.of(stacks.loops.forward)) {
        const ArrayShape array = readArrayShape(shape);
        const std::int64_t bytes = storedBytes(array).value_or(0);
        if (bytes > largest) {
            largest = bytes;
            stacks.carriedShape = shapeTextWithoutLayout(shape);
        }
        const auto held = byShape.find({array.type, array.dimensions});
        if (held != byShape.end() && !held->second.empty()) {
            stacks.kept.push_back(held->second.back());
            kept.insert(held->second.back().value);
            held->second.pop_back();
        } else if (bytes > (most - stacks.carriedBytes) / stacks.iterations) {
            stacks.carriedBytes = most;
        } else {
            stacks.carriedBytes += bytes * stacks.iterations;
        }
    }
    std::erase_if(stacks.dropped, [&](RowId row) { return kept.contains(row.value); });
    if (largest > 0 || stacks.dropped.size() < 2)
        return;
    // Without the body of the loop, the smallest stack stands for the values that iterations pass on.
    stacks.kept.push_back(stacks.dropped.back());
    stacks.dropped.pop_back();
}

/// Returns the text that loops of one group share.
std::string groupKey(const Evidence& evidence, const LoopStacks& stacks)
{
    std::multiset<std::string> shapes;
    for (const RowId row : stacks.dropped)
        shapes.insert(shapeTextWithoutLayout(evidence.shape(row)));
    std::string key = stacks.carriedShape;
    for (const std::string& shape : shapes)
        key += ' ' + shape;
    return key;
}

bool isReadBy(const Evidence& evidence, RowId row, InstructionId instruction)
{
    return std::ranges::any_of(evidence.uses().of(row),
                               [&](const RowEvent& event) { return event.actor == instruction.value; });
}

/// Returns whether each iteration reads its own weights, as a loop over layers does. A loop over time reads the same
/// weights in each iteration.
bool isOverLayers(const Evidence& evidence, const LoopStacks& stacks)
{
    for (const RowId row : evidence.rows()) {
        if (!evidence.isOf(row, {Category::ModelParameters}) || !isReadBy(evidence, row, stacks.loops.forward))
            continue;
        const std::vector<std::int64_t> dimensions = readArrayShape(evidence.shape(row)).dimensions;
        if (dimensions.size() > 1 && dimensions.front() == stacks.iterations)
            return true;
    }
    return false;
}

void drop(const Evidence& evidence, const LoopStacks& stacks, Proposal& proposal)
{
    std::int64_t carried = stacks.carriedBytes; // the new stacks take the place of those that are dropped
    for (const RowId row : stacks.dropped) {
        const std::int64_t one = evidence.size(row) / stacks.iterations;
        const std::int64_t added = std::min(carried, evidence.size(row) - one);
        carried -= added;
        proposal.change(evidence.sum().resized(row, one + added));
    }
}

/// Says what the loops of a group keep and compute again: "12 layers keep %2: what each passes to the next one, such as
/// f32[8]. They compute %3 again: a f32[12,8] and 3 more". Appends the amounts.
std::string textOf(const Evidence& evidence, const LoopGroup& group, std::vector<std::int64_t>& amounts)
{
    const LoopStacks& first = group.front();
    std::vector<RowId> dropped;
    std::int64_t kept = 0;
    for (const LoopStacks& stacks : group) {
        dropped.insert(dropped.end(), stacks.dropped.begin(), stacks.dropped.end());
        kept += stacks.carriedBytes + evidence.sum().sizeOf(stacks.kept);
    }
    evidence.sum().sortBySize(dropped);
    const auto amount = [&](std::int64_t bytes) {
        amounts.push_back(bytes);
        return "%" + std::to_string(amounts.size());
    };
    std::string text = groupedNumber(first.iterations) + (isOverLayers(evidence, first) ? " layers" : " iterations");
    if (group.size() > 1)
        text += " in each of " + groupedNumber(static_cast<std::int64_t>(group.size())) + " loops";
    text += " keep " + amount(kept) + ": ";
    if (first.carriedShape.empty())
        text += nameOf(evidence, first.kept.front());
    else
        text += "what each passes to the next one, such as " + plainWords(first.carriedShape);
    text += ". They compute " + amount(evidence.sum().sizeOf(dropped)) + " again: " + nameOf(evidence, dropped.front());
    return text + andMore(dropped.size(), 1);
}

std::int64_t bytesOf(const Evidence& evidence, const LoopGroup& group)
{
    std::int64_t bytes = 0;
    for (const LoopStacks& stacks : group)
        bytes += evidence.sum().sizeOf(stacks.dropped);
    return bytes;
}

std::vector<LoopGroup> findGroups(const Evidence& evidence)
{
    std::map<std::string, LoopGroup> byKey;
    CarriedActivations carried(evidence);
    for (LoopStacks& stacks : findStacks(evidence)) {
        keepCarried(evidence, carried, stacks);
        const bool isCarryKnown = !stacks.kept.empty() || !stacks.carriedShape.empty();
        if (isCarryKnown && stacks.carriedBytes < evidence.sum().sizeOf(stacks.dropped))
            byKey[groupKey(evidence, stacks)].push_back(std::move(stacks));
    }
    std::vector<LoopGroup> groups;
    for (auto& [key, group] : byKey)
        groups.push_back(std::move(group));
    std::ranges::stable_sort(
        groups, [&](const LoopGroup& a, const LoopGroup& b) { return bytesOf(evidence, a) > bytesOf(evidence, b); });
    return groups;
}

/// Proposes to change all loops together. If only one loop is changed, the compiler may place the stacks of the others
/// elsewhere, so the saving of one loop alone is not known.
std::vector<Proposal> scannedLayers(const Evidence& evidence)
{
    const std::vector<LoopGroup> groups = findGroups(evidence);
    if (groups.empty())
        return {};
    Proposal proposal;
    Finding& finding = proposal.finding;
    for (const LoopGroup& group : groups)
        for (const LoopStacks& stacks : group)
            drop(evidence, stacks, proposal);
    arrange(finding, evidence.sum());
    finding.text = groupedCount(finding.rows.size(), "array") + ", %1, " + worded(finding.rows.size(), "holds", "hold")
        + " values of all iterations of a loop until a backward loop reads them";
    const std::size_t named = std::min(groups.size(), kNamedGroups);
    for (std::size_t i = 0; i < named; ++i)
        finding.text += ". " + textOf(evidence, groups[i], finding.amounts);
    std::set<std::uint32_t> others; // loops
    for (std::size_t i = named; i < groups.size(); ++i)
        for (const LoopStacks& stacks : groups[i])
            others.insert(stacks.loops.forward.value);
    if (!others.empty())
        finding.text += ". " + groupedCount(others.size(), "smaller loop") + worded(others.size(), " is", " are")
            + " counted, too";
    return {std::move(proposal)};
}

} // namespace

constinit const PlanRule kScannedLayers{
    "rematerialization",
    "Recompute activations of loops",
    "The kept values suffice to recompute an iteration of the loop in the same iteration of the backward loop (jax.checkpoint of the loop body). One iteration is in memory at a time.",
    "JAX, Gradient checkpointing (docs.jax.dev/en/latest/gradient-checkpointing.html)",
    true,
    scannedLayers,
};

} // namespace tidemark::xla
