#include "core/xla/meaning/attribution.h"

#include "core/base/parallel.h"
#include "core/base/text.h"

#include <algorithm>
#include <optional>

namespace tidemark::xla {
namespace {

/// Returns the meaning that two parts of one buffer have in common.
Meaning common(const Meaning& a, const Meaning& b)
{
    if (a.category != b.category)
        return {};
    Meaning result = a;
    result.isCertain = a.isCertain && b.isCertain;
    if (a.role != b.role)
        result.role = b.role == Role::Held || a.role == Role::Held ? Role::Held : a.role;
    return result;
}

constexpr std::uint32_t kMostOfTuple = 64; // many buffers may refer to one tuple

} // namespace

Result<std::shared_ptr<const Attribution>> Attribution::of(const std::shared_ptr<const Plan>& plan,
                                                           const Progress& progress)
{
    auto values = ValueMeanings::of(plan->module(), progress);
    if (!values)
        return values.error();
    return std::shared_ptr<const Attribution>(new Attribution(plan, std::move(*values)));
}

IdVector<RowId, Meaning> Attribution::ofRows(const SpaceTimeline& timeline) const
{
    constexpr std::size_t kPartSize = 1 << 11;
    IdVector<RowId, Meaning> result(timeline.rows.size());
    const Parts parts(result.size(), kPartSize);
    forEachInParallel(parts.count(), {}, "rows", [&](std::size_t part) {
        for (std::size_t i = parts.begin(part); i < parts.end(part); ++i) {
            const RowId id = RowId::at(i);
            const BufferRow& row = timeline.rows[id];
            // A plan from a text report lists the values of allocations without a trace, too, each as a row.
            const bool isOfOne = timeline.isChunk(id) || (m_plan->gaps() && timeline.isPlaced(id));
            result[id]
                = isOfOne ? ofBuffer(row.buffer) : ofAllocation(m_plan->assignment().allocations[row.allocation]);
        }
    });
    // A buffer without a meaning at its definition is memory that is filled later. It gets the meaning of
    // the first value that shares it.
    for (const Sharer& sharer : timeline.sharers) {
        Meaning& meaning = result[RowId(timeline.standingRows + sharer.chunk.value)];
        const bool isFilledLater = meaning.category == Category::Unknown || meaning.category == Category::Constants
            || meaning.rule == ValueRule::Independent;
        if (!isFilledLater)
            continue;
        const Meaning other = ofBuffer(sharer.buffer);
        if (other.category != Category::Unknown)
            meaning = other;
    }
    return result;
}

Meaning Attribution::ofAllocation(const Allocation& allocation) const
{
    if (allocation.isParameter)
        return ofValues(argumentsOf(allocation));
    if (allocation.isLiveOut)
        return ofResults(allocation);
    if (allocation.isConstant)
        return {Category::Constants, Role::Held, ValueRule::Constant};
    return common(allocation);
}

Meaning Attribution::ofBuffer(BufferId buffer) const
{
    return buffer ? ofValues(valuesOf(buffer)) : Meaning{};
}

Meaning Attribution::ofValues(Values range) const
{
    if (range.first == range.second)
        return {};
    const std::uint32_t end = std::min(range.second.value, range.first.value + kMostOfTuple);
    Meaning result = m_values->ofValue(range.first);
    for (std::uint32_t i = range.first.value + 1; i < end && result.category != Category::Unknown; ++i)
        result = xla::common(result, m_values->ofValue(ValueId(i)));
    return result;
}

/// Returns the values of the buffer as [first, second). The range is empty when its instruction is not known.
Attribution::Values Attribution::valuesOf(BufferId buffer) const
{
    const LogicalBuffer& logical = m_plan->assignment().buffers[buffer];
    if (!logical.instruction)
        return {};
    const auto path = m_plan->assignment().indices(logical.shapeIndex);
    return m_values->graph().valuesAt(logical.instruction, path);
}

Attribution::Values Attribution::argumentsOf(const Allocation& allocation) const
{
    const InstructionId parameter = m_plan->module().entryParameter(allocation.parameterNumber);
    if (!parameter)
        return {};
    const auto path = m_plan->assignment().indices(allocation.parameterShapeIndex);
    return m_values->graph().valuesAt(parameter, path);
}

Meaning Attribution::ofResults(const Allocation& allocation) const
{
    for (const BufferId buffer : m_plan->assignment().buffersOf(allocation)) {
        const auto [begin, end] = valuesOf(buffer);
        if (end.value - begin.value == 1)
            if (const auto result = m_values->ofResult(begin))
                return *result;
    }
    return common(allocation);
}

Meaning Attribution::common(const Allocation& allocation) const
{
    std::optional<Meaning> result;
    for (const BufferId buffer : m_plan->assignment().buffersOf(allocation)) {
        const Meaning meaning = ofBuffer(buffer);
        result = result ? xla::common(*result, meaning) : meaning;
        if (result->category == Category::Unknown)
            break;
    }
    return result.value_or(Meaning{});
}

std::string Attribution::nameOf(ValueId value) const
{
    const HloGraph& graph = m_values->graph();
    if (const ArgumentId argument = m_values->arguments().at(value))
        return validUtf8(m_values->arguments()[argument].path);
    return validUtf8(m_plan->module().nameOf(graph.definedBy(value)));
}

std::string Attribution::argumentText(ArgumentId argument) const
{
    const ArgumentMeaning& meaning = m_values->argumentMeaning(argument);
    std::string reason(meaning.reason);
    if (const std::size_t word = reason.find('%'); word != reason.npos)
        reason.replace(word, 1, validUtf8(meaning.word));
    return "argument " + validUtf8(m_values->arguments()[argument].path) + ": " + reason;
}

std::string Attribution::stackedOpName(const Meaning& meaning) const
{
    const ValueId stacked = m_values->stackedIn(meaning);
    if (!stacked)
        return {};
    const InstructionId maker = m_values->graph().definedBy(m_values->copies().of(stacked));
    return validUtf8(m_plan->module().instruction(maker).opName);
}

std::string Attribution::ruleText(const Meaning& meaning) const
{
    const std::string text(factsOf(meaning.rule).reason);
    if (meaning.rule == ValueRule::None || meaning.rule == ValueRule::Unbound)
        return text;
    const std::string argument = meaning.argument ? argumentText(meaning.argument) : std::string();
    return (meaning.isCopy ? "copy of " + nameOf(meaning.evidence) + ": " : std::string())
        + (meaning.filledBy ? "memory that is filled by " + nameOf(meaning.filledBy) + ": " : std::string()) + text
        + (factsOf(meaning.rule).isOfArgument ? argument : framed(" (", argument, ")"));
}

} // namespace tidemark::xla
