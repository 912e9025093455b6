#pragma once

#include "core/base/json_source.h"
#include "core/tenstorrent/xla/profile.h"

#include <unordered_map>

namespace tidemark::ttxla {

/// An amount of MB with at most three decimals, in bytes. Negative: absent, or no such amount.
std::int64_t megabytesIn(const JsonSource& source, const LocatedJson& object, std::string_view key);

/// An element of a list of operations, of any generation of the profiler.
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
