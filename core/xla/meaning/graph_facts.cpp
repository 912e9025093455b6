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
        graph, [&] { arguments.emplace(graph); }, [&] { names.emplace(graph, Origins::Through::Names); });
    inTwoThreads(
        graph, [&] { updates.emplace(graph, *arguments); },
        [&] {
            copies.emplace(graph, Origins::Through::Copies);
            PathReader reader;
            for (const ArgumentId id : arguments->ids())
                paths.push_back(reader.read((*arguments)[id]));
        });
}

} // namespace tidemark::xla
