#pragma once

#include "core/xla/meaning/hlo_graph.h"

namespace tidemark {

/// Steps that a sweep may take besides the first over each instruction, in multiples of their number: loops within
/// loops of real programs stay far below; files made to be slow end here, and facts are then fewer.
constexpr std::size_t kMostSweeps = 16;

/// Calls update(instruction) → whether a fact of its values changed, in the order in which the program runs, a loop's
/// body again as long as what goes round changes facts of its parameter. Facts must only grow.
template <class Update>
void sweepForward(const HloGraph& graph, Update update)
{
    const auto order = graph.order();
    std::size_t budget = kMostSweeps * order.size();
    for (std::size_t place = 0; place < order.size(); ++place) {
        update(order[place]);
        const std::uint32_t begin = graph.loopBegin(place);
        if (begin == HloGraph::kNoLoop || budget < place - begin)
            continue;
        const InstructionId parameter = graph.loopParameter(order[place]);
        if (!parameter || !update(parameter))
            continue;
        budget -= place - begin;
        place = begin - std::size_t{1};
    }
}

/// The same from the results to the arguments: update(instruction) tells its sources.
template <class Update>
void sweepBackward(const HloGraph& graph, Update update)
{
    struct Loop {
        std::uint32_t begin; // of its computations in the order
        std::uint32_t place;
        bool goesRound; // its parameter has told what goes round something new
    };
    const auto order = graph.order();
    std::vector<Loop> open;
    std::size_t budget = kMostSweeps * order.size();
    for (std::size_t place = order.size(); place-- > 0;) {
        const InstructionId instruction = order[place];
        const bool changed = update(instruction);
        if (graph.loopBegin(place) != HloGraph::kNoLoop)
            open.push_back({graph.loopBegin(place), static_cast<std::uint32_t>(place), false});
        else if (changed && !open.empty() && graph.node(instruction).opcode == Opcode::Parameter)
            open.back().goesRound |= graph.caller(instruction) == order[open.back().place];
        while (!open.empty() && open.back().begin == place) {
            const Loop loop = open.back();
            open.pop_back();
            if (!loop.goesRound || budget < loop.place - loop.begin)
                continue;
            budget -= loop.place - loop.begin;
            place = loop.place; // the last of its computations comes next
            open.push_back({loop.begin, loop.place, false});
            break;
        }
    }
}

} // namespace tidemark
