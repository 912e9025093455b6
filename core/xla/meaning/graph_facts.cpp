#include "core/xla/meaning/graph_facts.h"

#include "core/base/parallel.h"

namespace tidemark {

std::size_t threadsFor(const HloGraph& graph)
{
    constexpr std::size_t kWorthAThread = 1 << 14; // values
    return graph.valueCount() < kWorthAThread ? 1 : 2;
}

GraphFacts::GraphFacts(const HloGraph& graph)
{
    const auto find = [&](std::size_t i) {
        if (i == 0) {
            m_arguments.emplace(graph);
            m_updates.emplace(graph, *m_arguments);
        } else {
            m_names.emplace(graph, Origins::Through::Names);
            m_copies.emplace(graph, Origins::Through::Copies);
            m_frameworkNames.emplace(graph);
        }
    };
    forEachInParallel(2, {}, "facts of the graph", find, threadsFor(graph));
}

} // namespace tidemark
