#include "core/xla/meaning/attended.h"

#include "core/xla/meaning/sweep.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace tidemark::xla {
namespace {

constexpr int kLeastRankOfProduct = 4; // sequence, position, head and feature: a learned memory has no sequences
constexpr int kLeastRank = 3; // sequence, position and feature: a softmax looks up rows of matrices, too

/// The keys that a value is computed from, each none if it is not.
struct Keys {
    ArgumentId product; // it is their product with the data, element by element
    ArgumentId score; // it is a score: their product with the data, summed over features
    ArgumentId weight; // it is an exponential of such scores
    friend bool operator==(const Keys&, const Keys&) = default;
};

void takeFirst(ArgumentId& known, ArgumentId found)
{
    if (!known)
        known = found;
}

class Attention
{
public:
    Attention(const HloGraph& graph, const Arguments& arguments, const Origins& copies, const ValueTruths& isData,
              const IdVector<ArgumentId, bool>& mayBe)
        : m_graph(graph)
        , m_arguments(arguments)
        , m_copies(copies)
        , m_isData(isData)
        , m_mayBe(mayBe)
        , m_keys(graph.valueCount())
        , m_isSummed(arguments.size(), false)
        , m_isOwn(arguments.size(), false)
    {
        for (const ArgumentId id : arguments.ids())
            m_haveSequences |= arguments[id].isInteger && arguments[id].elements > 1 && isData[arguments[id].value];
        sweepForward(graph, [this](ValueId value, std::span<const Source> sources) {
            const Keys before = m_keys[value];
            follow(value, sources);
            return m_keys[value] != before;
        });
    }

    IdVector<ArgumentId, Attended> result() const
    {
        IdVector<ArgumentId, Attended> result(m_arguments.size(), Attended::No);
        for (const auto& [key, value] : m_pairs)
            if (m_isSummed[key])
                for (const ArgumentId id : {key, value})
                    result[id] = std::max(result[id], m_isOwn[key] ? Attended::Certain : Attended::Probable);
        return result;
    }

private:
    bool isCandidate(ArgumentId argument) const
    {
        return argument && m_mayBe[argument] && m_arguments[argument].rank >= kLeastRank;
    }
    bool isNamed(ValueId value, std::string_view opcode) const
    {
        return m_graph.nodeOf(value).opcode == Opcode::Elementwise
            && m_graph.module().opcodeOf(m_graph.definedBy(value)) == opcode;
    }

    void follow(ValueId value, std::span<const Source> sources)
    {
        const Opcode opcode = m_graph.nodeOf(value).opcode;
        if (opcode == Opcode::Product)
            return findPair(value, Flow::Product);
        if (isNamed(value, "multiply"))
            findPair(value, Flow::Elementwise);
        Keys found;
        for (const Source& source : sources) {
            const Keys& keys = m_keys[source.value];
            if (opcode == Opcode::Reduce && keys.weight)
                m_isSummed[keys.weight] = true;
            if (opcode == Opcode::Reduce && keys.product) {
                takeFirst(found.score, keys.product);
                m_isOwn[found.score] = true;
            }
            const bool isMoved = source.flow == Flow::Same || source.flow == Flow::Moved;
            if (isMoved)
                takeFirst(found.product, keys.product); // at another precision
            if (isMoved || source.flow == Flow::Piece || source.flow == Flow::Elementwise
                || source.flow == Flow::Repeated) {
                takeFirst(found.score, keys.score);
                takeFirst(found.weight, keys.weight);
            }
        }
        if (found.score && !found.weight && isNamed(value, "exponential"))
            found.weight = std::exchange(found.score, ArgumentId());
        takeFirst(m_keys[value].product, found.product);
        takeFirst(m_keys[value].score, found.score);
        takeFirst(m_keys[value].weight, found.weight);
    }

    /// Finds a product of keys or values with data. Keys count only if each element is multiplied with exactly one
    /// element of the query, so that each sequence has its own. All sequences read a learned memory.
    void findPair(ValueId value, Flow flow)
    {
        const auto sources = m_graph.sources(value);
        for (std::size_t k = 0; k < 2 && sources.size() > 1; ++k) {
            const ArgumentId only = m_arguments.only(sources[k].value);
            const ValueId other = sources[1 - k].value;
            if (sources[k].flow != flow || !isCandidate(only) || !m_isData[other])
                continue;
            const ArgumentId key = m_keys[other].weight;
            const bool isPair = key && key != only && m_arguments[key].type == m_arguments[only].type
                && m_arguments[key].elements == m_arguments[only].elements;
            if (isPair)
                m_pairs.emplace_back(key, only);
            else if (flow == Flow::Elementwise && m_haveSequences && isEachOnce(value, sources[k].value)
                     && m_copies.of(sources[k].value) == m_arguments[only].value)
                takeFirst(m_keys[value].product, only);
            else if (flow == Flow::Product && m_arguments[only].rank >= kLeastRankOfProduct)
                takeFirst(m_keys[value].score, only);
        }
    }

    bool isEachOnce(ValueId value, ValueId source) const
    {
        return measureShape(m_graph.shapeOf(value)).elements == measureShape(m_graph.shapeOf(source)).elements;
    }

    const HloGraph& m_graph;
    const Arguments& m_arguments;
    const Origins& m_copies;
    const ValueTruths& m_isData;
    const IdVector<ArgumentId, bool>& m_mayBe;
    IdVector<ValueId, Keys> m_keys;
    bool m_haveSequences = false; // there are several sequences; with one, keys of each sequence cannot be told apart
    IdVector<ArgumentId, bool> m_isSummed; // the exponentials of their scores
    IdVector<ArgumentId, bool> m_isOwn; // each sequence has its own keys
    std::vector<std::pair<ArgumentId, ArgumentId>> m_pairs; // keys and values
};

} // namespace

IdVector<ArgumentId, Attended> attendedArguments(const HloGraph& graph, const Arguments& arguments,
                                                 const Origins& copies, const ValueTruths& isData,
                                                 const IdVector<ArgumentId, bool>& mayBe)
{
    return Attention(graph, arguments, copies, isData, mayBe).result();
}

} // namespace tidemark::xla
