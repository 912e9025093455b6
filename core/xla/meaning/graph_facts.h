#pragma once

#include "core/xla/meaning/argument_path.h"
#include "core/xla/meaning/framework_names.h"
#include "core/xla/meaning/origins.h"
#include "core/xla/meaning/updates.h"

#include <functional>
#include <optional>

namespace tidemark::xla {

/// Runs both functions, in two threads if the graph is large enough for a second thread to pay.
void inTwoThreads(const HloGraph& graph, const std::function<void()>& first, const std::function<void()>& second);

/// Facts that follow from the graph alone. Two threads compute them.
class GraphFacts
{
public:
    /// The graph must outlive the facts.
    explicit GraphFacts(const HloGraph& graph);
    GraphFacts(const GraphFacts&) = delete; // its parts refer to each other
    GraphFacts& operator=(const GraphFacts&) = delete;

    const Arguments& arguments() const { return *m_arguments; }
    const Updates& updates() const { return *m_updates; }
    /// The meanings that the paths of arguments give; nullopt for a path without a known word.
    const IdVector<ArgumentId, std::optional<PathMeaning>>& paths() const { return m_paths; }
    const FrameworkNames& frameworkNames() const { return *m_frameworkNames; }
    const Origins& names() const { return *m_names; }
    const Origins& copies() const { return *m_copies; }

private:
    void readPaths();

    std::optional<Arguments> m_arguments;
    IdVector<ArgumentId, std::optional<PathMeaning>> m_paths;
    std::optional<Updates> m_updates;
    std::optional<FrameworkNames> m_frameworkNames;
    std::optional<Origins> m_names;
    std::optional<Origins> m_copies;
};

} // namespace tidemark::xla
