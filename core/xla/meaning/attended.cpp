#include "core/xla/meaning/attended.h"

#include "core/xla/meaning/sweep.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace tidemark::xla {
namespace {

constexpr int kLeastRankOfProduct = 4; // sequence, position, head and feature: a learned memory has no sequences
constexpr int kLeastRank = 3; // sequence, position and feature: a softmax looks up rows of matrices, too

class Attention
{
public:
    Attention(const HloGraph& graph, const Arguments& arguments, const ValueTruths& isData,
              const IdVector<ArgumentId, bool>& mayBe)
        : m_graph(graph)
        , m_arguments(arguments)
        , m_isData(isData)
        , m_mayBe(mayBe)
        , m_scoreOf(graph.valueCount())
        , m_weightOf(graph.valueCount())
        , m_productOf(graph.valueCount())
        , m_isSummed(arguments.size(), false)
        , m_isOwn(arguments.size(), false)
    {
        for (const ArgumentId id : arguments.ids())
            m_haveSequences |= arguments[id].isInteger && arguments[id].elements > 1 && isData[arguments[id].value];
        sweepForward(graph, [this](ValueId value, std::span<const Source>) { return follow(value); });
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

    /// Returns whether a fact of the value changed.
    bool follow(ValueId value)
    {
        const Opcode opcode = m_graph.nodeOf(value).opcode;
        if (opcode == Opcode::Product)
            return findPair(value, Flow::Product);
        if (opcode == Opcode::Elementwise && m_graph.module().opcodeOf(m_graph.definedBy(value)) == "multiply")
            if (findPair(value, Flow::Elementwise))
                return true;
        ArgumentId score;
        ArgumentId weight;
        ArgumentId product;
        for (const Source& source : m_graph.sources(value)) {
            const bool isPassed = source.flow == Flow::Same || source.flow == Flow::Moved || source.flow == Flow::Piece
                || source.flow == Flow::Elementwise || source.flow == Flow::Repeated;
            if (opcode == Opcode::Reduce && m_weightOf[source.value])
                m_isSummed[m_weightOf[source.value]] = true;
            if (opcode == Opcode::Reduce && m_productOf[source.value]) {
                score = score ? score : m_productOf[source.value];
                m_isOwn[score] = true;
            }
            if (!isPassed)
                continue;
            if (source.flow == Flow::Same || source.flow == Flow::Moved)
                product = product ? product : m_productOf[source.value]; // at another precision
            score = score ? score : m_scoreOf[source.value];
            weight = weight ? weight : m_weightOf[source.value];
        }
        if (score && !weight && opcode == Opcode::Elementwise
            && m_graph.module().opcodeOf(m_graph.definedBy(value)) == "exponential")
            weight = std::exchange(score, ArgumentId());
        const bool isNewScore = set(m_scoreOf[value], score);
        const bool isNewWeight = set(m_weightOf[value], weight);
        const bool isNewProduct = set(m_productOf[value], product);
        return isNewScore || isNewWeight || isNewProduct;
    }

    /// Finds a product of keys or values with data. Keys count only if each element is multiplied with exactly one
    /// element of the query, so that each sequence has its own. All sequences read a learned memory.
    bool findPair(ValueId value, Flow flow)
    {
        const auto sources = m_graph.sources(value);
        if (sources.size() < 2)
            return false;
        bool changed = false;
        for (std::size_t k = 0; k < 2; ++k) {
            const ArgumentId only = m_arguments.only(sources[k].value);
            const ValueId other = sources[1 - k].value;
            if (sources[k].flow != flow || !isCandidate(only) || !m_isData[other])
                continue;
            const ArgumentId key = m_weightOf[other];
            const bool isPair = key && key != only && m_arguments[key].type == m_arguments[only].type
                && m_arguments[key].elements == m_arguments[only].elements;
            if (isPair)
                m_pairs.emplace_back(key, only);
            else if (flow == Flow::Elementwise && m_haveSequences && isEachOnce(value, sources[k].value)
                     && isSliceOf(sources[k].value, only))
                changed |= set(m_productOf[value], only);
            else if (flow == Flow::Product && m_arguments[only].rank >= kLeastRankOfProduct)
                changed |= set(m_scoreOf[value], only);
        }
        return changed;
    }

    static bool isCopied(Flow flow) { return flow == Flow::Same || flow == Flow::Moved || flow == Flow::Piece; }

    bool isEachOnce(ValueId value, ValueId source) const
    {
        return measureShape(m_graph.shapeOf(value)).elements == measureShape(m_graph.shapeOf(source)).elements;
    }

    /// Returns whether the value is the argument or a part of it, without repetition, such as the part that a layer
    /// reads. Compilers also copy it in pieces.
    bool isSliceOf(ValueId value, ArgumentId argument) const
    {
        constexpr int kMostMoves = 64;
        for (int moves = 0; m_arguments.at(value) != argument; ++moves) {
            const auto sources = m_graph.sources(value);
            if (moves == kMostMoves || sources.empty() || !isCopied(sources[0].flow)
                || (sources[0].flow == Flow::Piece
                    && measureShape(m_graph.shapeOf(value)).elements != m_arguments[argument].elements))
                return false;
            value = sources[0].value;
        }
        return true;
    }

    static bool set(ArgumentId& known, ArgumentId found)
    {
        if (known || !found)
            return false;
        known = found;
        return true;
    }

    const HloGraph& m_graph;
    const Arguments& m_arguments;
    const ValueTruths& m_isData;
    const IdVector<ArgumentId, bool>& m_mayBe;
    IdVector<ValueId, ArgumentId> m_scoreOf; // the keys of which it is a product with the data
    IdVector<ValueId, ArgumentId> m_weightOf; // … after the exponential function
    IdVector<ValueId, ArgumentId> m_productOf; // the keys of which it is a product element by element
    bool m_haveSequences = false; // there are several sequences; with one, keys of each sequence cannot be told apart
    IdVector<ArgumentId, bool> m_isSummed; // the exponentials of their scores
    IdVector<ArgumentId, bool> m_isOwn; // each sequence has its own keys
    std::vector<std::pair<ArgumentId, ArgumentId>> m_pairs; // keys and values
};

} // namespace

IdVector<ArgumentId, Attended> attendedArguments(const HloGraph& graph, const Arguments& arguments,
                                                 const ValueTruths& isData, const IdVector<ArgumentId, bool>& mayBe)
{
    return Attention(graph, arguments, isData, mayBe).result();
}

} // namespace tidemark::xla
