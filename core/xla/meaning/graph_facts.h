#pragma once

#include "core/xla/meaning/framework_names.h"
#include "core/xla/meaning/origins.h"
#include "core/xla/meaning/updates.h"

#include <optional>

namespace tidemark {

/// How many threads are worth their start for what is found of each value.
std::size_t threadsFor(const HloGraph& graph);

/// What follows from the graph alone, found by two threads.
class GraphFacts
{
public:
    /// The graph must outlive the facts.
    explicit GraphFacts(const HloGraph& graph);
    GraphFacts(const GraphFacts&) = delete; // its parts refer to each other
    GraphFacts& operator=(const GraphFacts&) = delete;

    const Arguments& arguments() const { return *m_arguments; }
    const Updates& updates() const { return *m_updates; }
    const FrameworkNames& frameworkNames() const { return *m_frameworkNames; }
    const Origins& names() const { return *m_names; }
    const Origins& copies() const { return *m_copies; }

private:
    std::optional<Arguments> m_arguments;
    std::optional<Updates> m_updates;
    std::optional<FrameworkNames> m_frameworkNames;
    std::optional<Origins> m_names;
    std::optional<Origins> m_copies;
};

} // namespace tidemark
