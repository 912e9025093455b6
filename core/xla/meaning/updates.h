#pragma once

#include "core/xla/meaning/arguments.h"

#include <vector>

namespace tidemark {

struct UpdateTag;
/// One array among the results of the entry computation.
using UpdateId = Id<UpdateTag>;

/// What a value is made of.
struct MadeOf {
    std::vector<ArgumentId> made; // arguments that it is made of element by element
    std::vector<ArgumentId> written; // arguments that it is, but for what is written at an index or chosen by a mask
    std::vector<ValueId> terms; // what else, defined by products, sums and the like
    std::vector<ValueId> parts; // what stands between all of these and the value
    std::vector<ValueId> addedTerms; // those of what is added to rows of an argument
    std::vector<ValueId> addedParts;
    bool isComputed = false; // something is done on the way, besides copying and choosing
};

/// One array of the program's result.
struct Update : MadeOf {
    ValueId value;
    ArgumentId next; // whose next value it is: made of it element by element, else what it takes over
    ArgumentId takesOver; // whose memory
};

/// Whether a weight's next value is made of exactly what another result is made of, and not of the weight before.
bool isMadeAlike(const Update& other, const Update& weight);

/// How results come out of arguments: the update of weights and their optimizer, caches that are written to.
class Updates
{
public:
    /// Cost: grows with what is walked over, at most a few times the graph.
    Updates(const HloGraph& graph, const Arguments& arguments);

    const IdVector<UpdateId, Update>& all() const { return m_all; }
    /// The result that is an argument's next value; null when there is none.
    const Update* of(ArgumentId argument) const
    {
        const UpdateId at = m_byArgument[argument];
        return at ? &m_all[at] : nullptr;
    }
    /// Its id; none when there is none.
    UpdateId idOf(ArgumentId argument) const { return m_byArgument[argument]; }
    /// The argument that a value is, but for what is written into it at indices; none for another.
    ArgumentId writtenInto(ValueId value) const { return m_writtenInto[value]; }
    /// The argument with a next value that a loop carries there: what comes round again is that argument, whatever its
    /// next value is made of. None for other values.
    ArgumentId carriedRound(ValueId value) const;

private:
    void readAliases();
    void findWritten();
    /// How a walk came to a value: what is only chosen is no part of a sum.
    enum class Way : std::uint8_t { Same = 1, Chosen = 2, Computed = 4 };
    static constexpr std::uint32_t kAllWays = 7;
    struct Step {
        ValueId value;
        Way way;
    };
    struct Write {
        ValueId written;
        ValueId into; // what it makes
        Way way;
        bool isAdded; // to rows
    };
    /// What a walk is over: an array, or rows that are added to one and may be made of rows of others.
    enum class Over : std::uint8_t { Array, Rows };

    MadeOf walk(Step from, int depth, Over over = Over::Array);
    void step(Step at, Over over, MadeOf& walk, std::vector<Step>& open, std::vector<Write>& writes) const;
    bool isScatter(ValueId value) const;
    /// Whether it has as many elements of the same type.
    bool isAllOf(ValueId value, ArgumentId argument) const;
    ArgumentId refilled(ValueId value, std::span<const Source> sources) const;
    bool isReordered(ValueId value, ValueId table) const;
    ArgumentId reordered(ValueId value) const;
    void match();

    const HloGraph& m_graph;
    const Arguments& m_arguments;
    IdVector<UpdateId, Update> m_all;
    IdVector<ArgumentId, UpdateId> m_byArgument;
    IdVector<ValueId, ArgumentId> m_writtenInto;
    IdVector<ValueId, std::uint32_t> m_visited; // while it walks: the last walk that came by, and its ways
    std::uint32_t m_walk = 0; // its number above the bits of ways
    std::size_t m_budget = 0;
};

} // namespace tidemark
