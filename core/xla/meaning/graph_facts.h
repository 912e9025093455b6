#pragma once

#include "core/xla/meaning/argument_path.h"
#include "core/xla/meaning/origins.h"
#include "core/xla/meaning/updates.h"

#include <functional>
#include <optional>

namespace tidemark::xla {

/// Runs both functions, in two threads if the graph is large enough for a second thread to pay.
void inTwoThreads(const HloGraph& graph, const std::function<void()>& first, const std::function<void()>& second);

/// Facts that follow from the graph alone. Two threads compute them.
struct GraphFacts {
    /// The graph must outlive the facts.
    explicit GraphFacts(const HloGraph& graph);
    GraphFacts(const GraphFacts&) = delete; // its parts refer to each other
    GraphFacts& operator=(const GraphFacts&) = delete;

    std::optional<const Arguments> arguments; // the constructor sets all of them
    std::optional<const Updates> updates;
    std::optional<const Origins> names;
    std::optional<const Origins> copies;
    /// The meanings that the paths of arguments give; nullopt for a path without a known word.
    IdVector<ArgumentId, std::optional<PathMeaning>> paths;
};

} // namespace tidemark::xla
