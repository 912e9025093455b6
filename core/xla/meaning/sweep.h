#pragma once

#include "core/xla/meaning/hlo_graph.h"

#include <algorithm>

namespace tidemark::xla {

/// The limit on the steps of a sweep, in multiples of the number of instructions. Nested loops of real programs need
/// far fewer. In files that are made to be slow the sweep ends here, and finds fewer facts.
constexpr std::size_t kMostSweeps = 16;

/// Calls take(instruction) for every instruction of the program, in execution order.
template <class Take>
void forEachInstruction(const HloGraph& graph, Take take)
{
    for (const HloGraph::Run& run : graph.runs())
        for (InstructionId i = run.begin; i < run.end; ++i.value)
            take(i);
}

/// Calls take(value, sources) for every value of the instructions [begin, end).
template <class Take>
[[gnu::always_inline]] inline void forEachValue(const HloGraph& graph, InstructionId begin, InstructionId end,
                                                Take take)
{
    const ValueId last = graph.value(end);
    for (ValueId value = graph.value(begin); value < last; ++value.value)
        take(value, graph.sources(value));
}

/// Calls take(value, sources) for every value of the program, in execution order.
template <class Take>
void forEachValue(const HloGraph& graph, Take take)
{
    for (const HloGraph::Run& run : graph.runs())
        forEachValue(graph, run.begin, run.end, take);
}

/// Calls update(value, sources) for every value in execution order. `update` returns whether a fact of the value
/// changed. The body of a loop is repeated as long as facts of its parameter change. REQUIRES: facts only grow
template <class Update>
void sweepForward(const HloGraph& graph, Update update)
{
    const auto runs = graph.runs();
    const auto updateAll = [&](InstructionId begin, InstructionId end) {
        bool changed = false;
        forEachValue(graph, begin, end,
                     [&](ValueId value, std::span<const Source> sources) { changed |= update(value, sources); });
        return changed;
    };
    std::size_t budget = kMostSweeps * graph.runningCount();
    for (std::size_t i = 0; i < runs.size(); ++i) {
        const HloGraph::Run& run = runs[i];
        updateAll(run.begin, run.end);
        if (!run.isLoop() || budget < run.before - runs[run.loopBegin].before)
            continue;
        const InstructionId parameter = graph.loopParameter(run.begin);
        if (!parameter || !updateAll(parameter, InstructionId(parameter.value + 1)))
            continue;
        budget -= run.before - runs[run.loopBegin].before;
        i = run.loopBegin - std::size_t{1};
    }
}

/// Computes a fact of each value from its sources: take(value, sources) returns the fact. REQUIRES: facts only grow
template <class Fact, class Take>
void findForward(const HloGraph& graph, IdVector<ValueId, Fact>& facts, Take take)
{
    sweepForward(graph, [&](ValueId value, std::span<const Source> sources) {
        const Fact before = facts[value];
        return before != (facts[value] = take(value, sources));
    });
}

/// Marks all values that depend on marked ones, other than through values for which ends(value) is true.
template <class Ends>
void spreadForward(const HloGraph& graph, ValueTruths& marks, Ends ends)
{
    findForward(graph, marks, [&](ValueId value, std::span<const Source> sources) -> Truth {
        return marks[value]
            || (std::ranges::any_of(sources, [&](const Source& source) { return marks[source.value].is; })
                && !ends(value));
    });
}

inline void spreadForward(const HloGraph& graph, ValueTruths& marks)
{
    spreadForward(graph, marks, [](ValueId) { return false; });
}

/// Like sweepForward(), but from the results to the arguments: update(value, sources) changes facts of the sources.
template <class Update>
void sweepBackward(const HloGraph& graph, Update update)
{
    struct Loop {
        std::uint32_t run;
        bool goesRound; // a fact of its parameter changed, so the value of the previous iteration may change, too
    };
    const auto runs = graph.runs();
    std::vector<Loop> open;
    std::size_t budget = kMostSweeps * graph.runningCount();
    for (std::size_t i = runs.size(); i-- > 0;) {
        const HloGraph::Run& run = runs[i];
        for (InstructionId at = run.end; run.begin < at;) {
            --at.value;
            bool changed = false;
            forEachValue(graph, at, InstructionId(at.value + 1),
                         [&](ValueId value, std::span<const Source> sources) { changed |= update(value, sources); });
            if (changed && !open.empty() && graph.node(at).opcode == Opcode::Parameter)
                open.back().goesRound |= graph.caller(at) == runs[open.back().run].begin;
        }
        if (run.isLoop())
            open.push_back({static_cast<std::uint32_t>(i), false});
        while (!open.empty() && runs[open.back().run].loopBegin == i) {
            const Loop loop = open.back();
            const std::uint32_t length = runs[loop.run].before - run.before;
            open.pop_back();
            if (!loop.goesRound || budget < length)
                continue;
            budget -= length;
            i = loop.run; // the last of its computations comes next
            open.push_back({loop.run, false});
            break;
        }
    }
}

/// Marks the sources for which isPassed(value, source, sources) is true.
template <class IsPassed>
void markBackward(const HloGraph& graph, ValueTruths& marks, IsPassed isPassed)
{
    sweepBackward(graph, [&](ValueId value, std::span<const Source> sources) {
        bool changed = false;
        for (const Source& source : sources)
            if (isPassed(value, source, sources) && !marks[source.value])
                marks[source.value] = changed = true;
        return changed;
    });
}

/// Marks all values on which marked ones depend.
inline void spreadBackward(const HloGraph& graph, ValueTruths& marks)
{
    markBackward(graph, marks,
                 [&](ValueId value, const Source&, std::span<const Source>) { return bool(marks[value]); });
}

} // namespace tidemark::xla
