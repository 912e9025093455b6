#include "core/xla/meaning/graph_facts.h"

#include "core/base/parallel.h"

namespace tidemark::xla {

void inTwoThreads(const HloGraph& graph, const std::function<void()>& first, const std::function<void()>& second)
{
    constexpr std::size_t kWorthAThread = 1 << 14; // values
    const std::size_t threads = graph.valueCount() < kWorthAThread ? 1 : 2;
    forEachInParallel(
        2, {}, "facts of values", [&](std::size_t i) { i == 0 ? first() : second(); }, threads);
}

GraphFacts::GraphFacts(const HloGraph& graph)
{
    inTwoThreads(
        graph, [&] { m_arguments.emplace(graph); },
        [&] {
            m_names.emplace(graph, Origins::Through::Names);
            m_frameworkNames.emplace(graph);
        });
    inTwoThreads(
        graph, [&] { m_updates.emplace(graph, *m_arguments); },
        [&] {
            m_copies.emplace(graph, Origins::Through::Copies);
            readPaths();
        });
}

void GraphFacts::readPaths()
{
    PathReader reader;
    m_paths.reserve(m_arguments->size());
    for (const ArgumentId id : m_arguments->ids())
        m_paths.push_back(reader.read((*m_arguments)[id]));
}

} // namespace tidemark::xla
