#pragma once

#include "core/tenstorrent/xla/json_source.h"
#include "core/tenstorrent/xla/profile.h"

#include <unordered_map>

namespace tidemark::ttxla {

/// Reads an element of an operation list of any generation of upstream's profiler.
OperationFacts factsIn(const JsonSource& source, const LocatedJson& element);

/// Adds what both lists of a profile describe in the same way: const-eval, weights, the rank. One object serves all
/// operations of a profile.
class ListedOperations
{
public:
    /// REQUIRES: the inputs of the profile have been read
    explicit ListedOperations(Profile& profile);

    /// Adds an operation. The caller sets its memory states afterwards.
    Operation& add();
    void addFacts(Operation& operation, OperationFacts facts);
    void setConstEval(Operation& operation, const std::string& graph, bool isMiss);
    void setType(Operation& operation, const std::string& type);
    /// Adds the element's weights to the operation, as positions in the registry. A weight that the registry lacks is
    /// added to it.
    void addWeights(std::size_t operation, const JsonSource& source, const LocatedJson& element);
    /// Adds one const-eval range for each unbroken stretch of a graph, and marks the last operation of each session.
    void finish();

private:
    NameId nameOf(const std::string& name);

    Profile& m_profile;
    std::unordered_map<std::string, NameId> m_names;
    std::unordered_map<std::string, std::uint32_t> m_entries; // entries of the registry, by name and shape
};

} // namespace tidemark::ttxla
