#include "core/view/memory_facts.h"

#include <algorithm>
#include <deque>
#include <map>
#include <set>

namespace tidemark {
namespace {

constexpr std::string_view kParameters = "model_parameters"; // ids of categories
constexpr std::string_view kOptimizerState = "optimizer_state";
constexpr std::string_view kCache = "kv_cache";

/// A row with the properties that the facts need.
struct Held {
    RowId row;
    std::int64_t size = 0;
    std::string shape; // without layout
    std::string path;
    bool isAliased = false;
};

std::vector<Held> heldRows(const View& view, const RowMeanings& meanings, std::string_view kind,
                           std::string_view category)
{
    std::vector<Held> result;
    const Rows& rows = view.rows;
    Facts facts;
    for (std::size_t i = 0; i < rows.count; ++i) {
        const RowId row = RowId::at(i);
        if (rows.kindOf(row).id != kind || meanings.categoryOf(row).id != category)
            continue;
        rows.describe(row, facts);
        result.push_back({row, rows.size[row], facts.shapeWithoutLayout, facts.argument, facts.aliased});
    }
    return result;
}

void add(MemoryFact& fact, const Held& held)
{
    fact.bytes += held.size;
    fact.rows.push_back(held.row);
}

MemoryFact float32Parameters(const std::vector<Held>& weights)
{
    MemoryFact fact{"float32_parameters", "Parameters held in float32: %1", 0, 0, {}};
    for (const Held& weight : weights)
        if (weight.shape.starts_with("f32["))
            add(fact, weight);
    return fact;
}

/// Returns the part of a path after its last attribute and the last "['params']": "['layers']['q']" for both
/// "state['params']['layers']['q']" and "opt_state[0].mu['layers']['q']". Returns an empty text if that part has no
/// name, because positions do not identify a weight.
std::string_view keysOf(std::string_view path)
{
    constexpr std::string_view kRoot = "['params']";
    bool isQuoted = false;
    std::size_t begin = 0;
    for (std::size_t i = 0; i < path.size(); ++i) {
        isQuoted ^= path[i] == '\'';
        if (path[i] == '.' && !isQuoted)
            begin = i;
    }
    if (const std::size_t root = path.rfind(kRoot); root != std::string_view::npos)
        begin = std::max(begin, root + kRoot.size());
    begin = path.find('[', begin);
    const std::string_view keys = begin == std::string_view::npos ? std::string_view() : path.substr(begin);
    return keys.find('\'') == std::string_view::npos ? std::string_view() : keys;
}

/// Small updates that a compiler has merged cannot be followed; there the names decide.
MemoryFact weightsWithoutState(const std::vector<Held>& weights, const std::vector<Held>& state,
                               const std::vector<bool>& hasState)
{
    MemoryFact fact{"weights_without_state", "Weights without optimizer state: %1 (of %2)", 0, 0, {}};
    if (hasState.empty())
        return fact;
    std::set<std::string_view> withState;
    for (const Held& moment : state)
        withState.insert(keysOf(moment.path));
    withState.erase(std::string_view());
    for (const Held& weight : weights) {
        fact.of += weight.size;
        if (!hasState[weight.row.index()] && !withState.contains(keysOf(weight.path)))
            add(fact, weight);
    }
    if (fact.rows.size() == weights.size()) // then no weight has optimizer state
        fact.bytes = 0;
    return fact;
}

MemoryFact cachesHeldTwice(const std::vector<Held>& arguments, const std::vector<Held>& outputs)
{
    MemoryFact fact{"caches_held_twice", "Caches not donated: %1 held twice", 0, 0, {}};
    std::map<std::pair<std::string, std::int64_t>, std::deque<RowId>> next;
    for (const Held& output : outputs)
        if (!output.isAliased)
            next[{output.shape, output.size}].push_back(output.row);
    for (const Held& argument : arguments) {
        const auto found = next.find({argument.shape, argument.size});
        if (argument.isAliased || found == next.end() || found->second.empty())
            continue;
        add(fact, argument);
        fact.rows.push_back(found->second.front());
        found->second.pop_front();
    }
    std::ranges::sort(fact.rows);
    return fact;
}

} // namespace

std::vector<MemoryFact> memoryFacts(const View& view, const RowMeanings& meanings)
{
    const auto held
        = [&](std::string_view kind, std::string_view category) { return heldRows(view, meanings, kind, category); };
    const std::vector<Held> weights = held(RowKind::kParameter, kParameters);
    std::vector<MemoryFact> facts
        = {float32Parameters(weights),
           weightsWithoutState(weights, held(RowKind::kParameter, kOptimizerState), meanings.hasState),
           cachesHeldTwice(held(RowKind::kParameter, kCache), held(RowKind::kOutput, kCache))};
    std::erase_if(facts, [](const MemoryFact& fact) { return fact.bytes == 0; });
    return facts;
}

} // namespace tidemark
