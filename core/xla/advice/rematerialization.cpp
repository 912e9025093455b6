#include "core/xla/advice/advice.h"

#include "core/base/text.h"
#include "core/shapes/array_shape.h"
#include "core/shapes/shape.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace tidemark::xla {
namespace {

/// A loop of the forward part, and the loop of the backward part that reads what it stacked. Both are none for memory
/// that does not pass from loop to loop.
struct LoopPair {
    InstructionId forward;
    InstructionId backward;
};

/// Returns whether the next value of a loop's parameter is that value under another name, or is that value with parts
/// overwritten.
bool isSameMemory(const HloGraph& graph, ValueId value, ValueId next)
{
    constexpr int kMostNames = 256; // and writes in one iteration
    for (int names = 0; next != value && names < kMostNames; ++names) {
        const auto sources = graph.sources(next);
        const auto isKept = [](const Source& source) { return source.flow == Flow::Same || source.flow == Flow::Base; };
        const auto kept = std::ranges::find_if(sources, isKept);
        if (kept == sources.end())
            return false;
        next = kept->value;
    }
    return next == value;
}

/// Returns the loops between which the row waits. Cost: linear in the events of the row.
LoopPair loopsOf(const Evidence& evidence, RowId row)
{
    LoopPair loops;
    for (const RowEvent& event : evidence.uses().of(row)) {
        if (event.actor == RowEvent::kNobody)
            continue;
        const InstructionId actor(event.actor);
        if (evidence.graph().node(actor).opcode != Opcode::While)
            continue;
        const bool isBackward = evidence.isBackward(actor);
        if (isBackward && !loops.backward)
            loops.backward = actor;
        // A loop that only reads the row does not compute its values.
        if (!isBackward && !loops.forward && event.kind != RowEventKind::Used)
            loops.forward = actor;
    }
    return loops.forward && loops.backward ? loops : LoopPair();
}

/// Returns whether an instruction outside the loops reads the row in the forward part. The row is then needed even if
/// the backward loop computes its values again.
bool isReadBetween(const Evidence& evidence, RowId row, const LoopPair& loops)
{
    const HloGraph& graph = evidence.graph();
    bool isWritten = false;
    for (const RowEvent& event : evidence.uses().of(row)) {
        if (event.actor == RowEvent::kNobody)
            continue;
        const InstructionId actor(event.actor);
        if (actor == loops.backward)
            return false;
        const bool isBeside = graph.node(actor).computation == graph.node(loops.forward).computation;
        if (isWritten && isBeside && event.kind == RowEventKind::Used && !evidence.isBackward(actor))
            return true;
        isWritten = isWritten || actor == loops.forward;
    }
    return false;
}

/// The activations that each iteration of a loop computes for the next one. Values that the loop passes on unchanged,
/// and arrays into which it writes, are left out.
class CarriedActivations
{
public:
    explicit CarriedActivations(const Evidence& evidence)
        : m_evidence(evidence)
    { }

    /// Returns their shapes. The result stays valid.
    const std::vector<ShapeView>& of(InstructionId loop)
    {
        const auto [known, isNew] = m_shapes.try_emplace(loop.value);
        const HloGraph& graph = m_evidence.graph();
        const InstructionId parameter = isNew ? graph.loopParameter(loop) : InstructionId();
        if (!parameter)
            return known->second;
        const std::vector<ShapeView> shapes = graph.shapesOf(parameter);
        for (std::uint32_t i = 0; i < graph.values(parameter) && i < shapes.size(); ++i) {
            const ValueId value = graph.value(parameter, i);
            const ValueId next = graph.nextIterationValue(value);
            if (next && !isSameMemory(graph, value, next)
                && m_evidence.attribution().values().ofValue(value).category == Category::Activations)
                known->second.push_back(shapes[i]);
        }
        return known->second;
    }

private:
    const Evidence& m_evidence;
    std::map<std::uint32_t, std::vector<ShapeView>> m_shapes; // by loop
};

constexpr std::size_t kLeastLayers = 3;
constexpr std::size_t kNamed = 4; // groups named in the text

/// An activation that waits for the backward pass. Nothing reads it at steps [from, until).
struct Saved {
    RowId row;
    std::uint32_t from = 0;
    std::uint32_t until = 0;
};

/// Equal activations in program order: of one operation and one shape.
struct Equal {
    std::string name; // the operation and its shape
    std::vector<Saved> saved;
    std::int64_t bytes = 0;

    std::int64_t each() const { return bytes / static_cast<std::int64_t>(saved.size()); }
};

class Rematerialization
{
public:
    explicit Rematerialization(const Evidence& evidence)
        : m_evidence(evidence)
    {
        findWaiting();
        divide();
    }

    bool isFound() const { return m_parts.size() >= kLeastLayers; }

    Proposal propose()
    {
        const bool isOneEach = std::ranges::all_of(m_parts, [](const auto& part) { return part.size() == 1; });
        if (isOneEach)
            dropBetween();
        else
            dropInParts();
        Proposal proposal;
        for (const auto& part : m_dropped) {
            std::uint32_t again = m_evidence.timeline().steps;
            for (const Saved& saved : part)
                again = std::min(again, saved.until);
            for (const Saved& saved : part)
                if (saved.from < again)
                    proposal.change({saved.row, saved.from, again, 0});
        }
        describe(proposal.finding, isOneEach);
        return proposal;
    }

private:
    /// Returns the first step that computes a gradient of an activation. The compiler may compute values of the forward
    /// part again after it, so the readers of a row do not show where the backward part begins.
    std::uint32_t beginOfBackward() const
    {
        std::uint32_t begin = m_evidence.timeline().steps;
        for (const RowId row : m_evidence.rows())
            if (m_evidence.isTemporary(row) && m_evidence.meaning(row).role == Role::Backward
                && !m_evidence.isNegligible(row))
                begin = std::min(begin, m_evidence.row(row).start);
        return begin;
    }

    /// Returns the steps between the last use in the forward part and the first use in the backward part.
    Saved waiting(RowId row, std::uint32_t backward) const
    {
        Saved saved{row};
        for (const RowEvent& event : m_evidence.uses().of(row)) {
            if (!event.step || event.kind == RowEventKind::Freed)
                continue;
            if (event.kind != RowEventKind::Defined && event.step.value >= backward) {
                saved.until = event.step.value;
                break;
            }
            saved.from = std::max(saved.from, event.step.value + 1);
        }
        return saved;
    }

    void findWaiting()
    {
        const std::uint32_t backward = beginOfBackward();
        for (const RowId row : m_evidence.rows()) {
            // Copies count, too: the compiler keeps copies in other memory or in another layout.
            if (!m_evidence.isTemporary(row) || !m_evidence.isOf(row, {Category::Activations})
                || m_evidence.isBackward(m_evidence.definer(row)) || m_evidence.isNegligible(row))
                continue;
            const Saved saved = waiting(row, backward);
            if (saved.from < saved.until && !loopsOf(m_evidence, row).forward)
                m_waiting.push_back(saved);
        }
        std::ranges::stable_sort(m_waiting, {}, [this](const Saved& saved) { return startOf(saved); });
    }

    /// Returns the groups, those with most bytes first.
    std::vector<Equal> grouped(const std::vector<Saved>& all) const
    {
        std::map<std::string, Equal> byName;
        for (const Saved& saved : all) {
            const std::string name = withoutNumbers(m_evidence.operation(saved.row));
            const std::string shape = shapeTextWithoutLayout(m_evidence.shape(saved.row));
            Equal& group = byName[name + " " + shape];
            group.name = name.empty() ? shape : name + " " + shape;
            group.saved.push_back(saved);
            group.bytes += m_evidence.size(saved.row);
        }
        std::vector<Equal> groups;
        for (auto& [key, group] : byName)
            groups.push_back(std::move(group));
        std::ranges::stable_sort(groups, [](const Equal& a, const Equal& b) { return a.bytes > b.bytes; });
        return groups;
    }

    /// Divides the activations into parts, each of which keeps some: layers if the program has equal ones, otherwise
    /// parts of equal numbers of activations, √n of n.
    void divide()
    {
        m_layers = grouped(m_waiting);
        std::erase_if(m_layers, [](const Equal& group) { return group.saved.size() < kLeastLayers; });
        if (!m_layers.empty())
            divideByLayers();
        const std::size_t most = m_parts.empty() ? 0 : m_parts.back().size();
        if (!m_parts.empty() && most <= 2 * m_waiting.size() / m_parts.size() + 1)
            return;
        // Without equal layers, or if most of the program follows them.
        m_layers.clear();
        m_parts.assign(rootOf(m_waiting.size()), {});
        for (std::size_t i = 0; i < m_waiting.size(); ++i)
            m_parts[i * m_parts.size() / m_waiting.size()].push_back(m_waiting[i]);
    }
    /// The activations with most bytes mark the layers: each layer starts at the birth of one of them.
    void divideByLayers()
    {
        const std::vector<Saved>& marks = m_layers.front().saved;
        m_parts.assign(marks.size(), {});
        for (const Saved& saved : m_waiting) {
            const auto next = std::ranges::upper_bound(marks, startOf(saved), {},
                                                       [this](const Saved& mark) { return startOf(mark); });
            m_parts[static_cast<std::size_t>(std::max<std::ptrdiff_t>(next - marks.begin() - 1, 0))].push_back(saved);
        }
    }
    static std::size_t rootOf(std::size_t count)
    {
        return static_cast<std::size_t>(std::lround(std::sqrt(static_cast<double>(count))));
    }
    std::uint32_t startOf(const Saved& saved) const { return m_evidence.row(saved.row).start; }

    /// Returns the group with the smallest activations among those with half to twice as many activations as layers:
    /// one for each layer, or for every second one. Returns null when the only such group marks the layers.
    const Equal* keptGroup() const
    {
        const Equal* best = nullptr;
        for (const Equal& group : m_layers)
            if (&group != &m_layers.front() && 2 * group.saved.size() >= m_parts.size()
                && group.saved.size() <= 2 * m_parts.size() && group.each() <= m_layers.front().each()
                && (!best || group.each() < best->each()))
                best = &group;
        return best;
    }
    /// Keeps one group of equal activations, or the smallest activation of each part. Each other activation is computed
    /// again on its own, before its first read in the backward part.
    void dropInParts()
    {
        const Equal* const group = keptGroup();
        std::set<std::uint32_t> kept; // rows
        if (group)
            for (const Saved& saved : group->saved)
                kept.insert(saved.row.value);
        for (const std::vector<Saved>& part : m_parts) {
            if (!group && !part.empty())
                kept.insert(std::ranges::min_element(part, {}, [this](const Saved& saved) {
                                return m_evidence.size(saved.row);
                            })->row.value);
        }
        for (const Saved& saved : m_waiting) {
            if (kept.contains(saved.row.value))
                m_kept.push_back(saved);
            else
                m_dropped.push_back({saved});
        }
    }

    /// With only one activation per layer, one of every √n is kept, and the ones up to the next kept one are recomputed
    /// from it.
    void dropBetween()
    {
        const std::size_t length = rootOf(m_waiting.size());
        for (std::size_t i = 0; i < m_waiting.size(); ++i) {
            if (i % length == 0)
                m_dropped.emplace_back();
            else
                m_dropped.back().push_back(m_waiting[i]);
        }
    }

    void describe(Finding& finding, bool isOneEach) const
    {
        arrange(finding, m_evidence.sum());
        finding.text = groupedCount(finding.rows.size(), "activation") + ", %1, wait"
            + (finding.rows.size() == 1 ? "s" : "") + " for the backward pass. ";
        const auto amount = [&](std::int64_t bytes) {
            finding.amounts.push_back(bytes);
            return "%" + std::to_string(finding.amounts.size());
        };
        const auto name = [&](const Equal& group) {
            return std::to_string(group.saved.size()) + " × " + amount(group.each()) + " " + plainWords(group.name);
        };
        std::vector<Saved> dropped;
        for (const auto& part : m_dropped)
            dropped.insert(dropped.end(), part.begin(), part.end());
        const std::vector<Equal> kept = grouped(m_kept);
        if (isOneEach)
            finding.text += "Recomputed, except one of every few: ";
        else if (kept.size() == 1)
            finding.text += "Kept: " + name(kept.front()) + ". Recomputed: ";
        else
            finding.text
                += "Kept: " + groupedCount(m_kept.size(), "array") + ", " + amount(bytesOf(m_kept)) + ". Recomputed: ";
        const std::vector<Equal> groups = grouped(isOneEach ? m_waiting : dropped);
        const std::size_t named = std::min(groups.size(), kNamed);
        for (std::size_t i = 0; i < named; ++i)
            finding.text += (i > 0 ? ", " : "") + name(groups[i]);
        if (groups.size() > named)
            finding.text += " and " + groupedCount(groups.size() - named, "kind") + " more";
    }
    std::int64_t bytesOf(const std::vector<Saved>& all) const
    {
        std::int64_t bytes = 0;
        for (const Saved& saved : all)
            bytes += m_evidence.size(saved.row);
        return bytes;
    }

    const Evidence& m_evidence;
    std::vector<Saved> m_waiting; // in program order
    std::vector<Equal> m_layers; // groups of at least kLeastLayers; empty if they do not divide the program
    std::vector<std::vector<Saved>> m_parts; // the first layer first
    std::vector<std::vector<Saved>> m_dropped; // each inner list is recomputed before the first read of one of its rows
    std::vector<Saved> m_kept;
};

std::vector<Proposal> rematerialization(const Evidence& evidence)
{
    Rematerialization rule(evidence);
    if (!evidence.room().isDeviceMemory || !rule.isFound())
        return {};
    Proposal proposal = rule.propose();
    if (proposal.changes.empty())
        return {};
    return {std::move(proposal)};
}

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

constinit const PlanRule kRematerialization{
    "rematerialization",
    "Recompute activations in the backward pass",
    "The kept values suffice to recompute the others (jax.checkpoint). Each is recomputed just before the backward pass reads it; with only one for each layer, all between two kept ones are recomputed together. Temporaries of the recomputation are not counted.",
    "JAX, Gradient checkpointing (docs.jax.dev/en/latest/gradient-checkpointing.html); Chen et al. 2016 (arXiv 1604.06174) for one of every √n",
    true,
    rematerialization,
};

constinit const PlanRule kScannedLayers{
    "rematerialization",
    "Recompute activations of loops",
    "The kept values suffice to recompute an iteration of the loop in the same iteration of the backward loop (jax.checkpoint of the loop body). One iteration is in memory at a time.",
    "JAX, Gradient checkpointing (docs.jax.dev/en/latest/gradient-checkpointing.html)",
    true,
    scannedLayers,
};

} // namespace tidemark::xla
