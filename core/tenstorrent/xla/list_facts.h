#pragma once

#include "core/base/json_source.h"
#include "core/tenstorrent/xla/profile.h"

#include <unordered_map>

namespace tidemark::ttxla {

/// An amount of MB with at most three decimals, in bytes. Negative: absent, or no such amount.
std::int64_t megabytesIn(const JsonSource& source, const LocatedJson& object, std::string_view key);

/// An element of a list of operations, of any generation of the profiler.
OperationFacts factsIn(const JsonSource& source, const LocatedJson& element);

/// Adds what two lists of a profile say alike: const-eval, weights, the rank. `names` is kept from call to call.
class ListedOperations
{
public:
    /// What the profile has of inputs is there already.
    explicit ListedOperations(Profile& profile);

    /// Adds an operation; its state is still to come.
    Operation& add();
    void addFacts(Operation& operation, OperationFacts facts);
    void setConstEval(Operation& operation, const std::string& graph, bool isMiss);
    void setType(Operation& operation, const std::string& type);
    /// The element's weights, as positions in the registry; a weight that it has not is added to it.
    void addWeights(std::size_t operation, const JsonSource& source, const LocatedJson& element);
    /// Marks what runs in const-eval, one range for each stretch of a graph, and the last operation of each session.
    void finish();

private:
    NameId nameOf(const std::string& name);

    Profile& m_profile;
    std::unordered_map<std::string, NameId> m_names;
    std::unordered_map<std::string, std::uint32_t> m_entries; // of the registry, by name and shape
};

} // namespace tidemark::ttxla
