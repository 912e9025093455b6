#pragma once

#include "core/xla/meaning/arguments.h"

#include <vector>

namespace tidemark::xla {

struct UpdateTag;
/// An array in the result of the entry computation.
using UpdateId = Id<UpdateTag>;

/// The arguments and other values from which a value is computed.
struct MadeOf {
    std::vector<ArgumentId> made; // arguments from which it is computed element by element
    std::vector<ArgumentId> changed; // those in `made` that it does not only copy or select
    std::vector<ArgumentId> written; // arguments that it equals except where an index or mask writes something else
    std::vector<ValueId> terms; // other values in it: results of products, reductions and the like
    std::vector<ValueId> parts; // intermediate values between all of these and the value
    std::vector<ValueId> addedTerms; // terms that are added to rows of an argument
    std::vector<ValueId> addedParts;
    bool isComputed = false; // there is an operation other than copying and selecting
};

/// An array in the program's result, and the argument that it updates.
struct Update : MadeOf {
    ValueId value;
    ArgumentId next; // the argument whose next value it is: one in `made` or `written`, otherwise `takesOver`
    ArgumentId takesOver; // the argument whose memory it reuses, by the module's aliases
};

/// Returns whether `other` is computed from exactly the same values as the weight's next value, which does not depend
/// on the weight's current value.
bool isComputedAlike(const Update& other, const Update& weight);

/// Finds how the results of a program are computed from its arguments: the updates of weights and of optimizer state,
/// and the caches that are written.
class Updates
{
public:
    /// Cost: linear in the values that are walked over, at most eight times the graph.
    Updates(const HloGraph& graph, const Arguments& arguments);

    const IdVector<UpdateId, Update>& all() const { return m_all; }
    /// Returns the result that is the argument's next value; nullptr when there is none.
    const Update* of(ArgumentId argument) const
    {
        const UpdateId at = m_byArgument[argument];
        return at ? &m_all[at] : nullptr;
    }
    /// Returns the id of that result; none when there is none.
    UpdateId idOf(ArgumentId argument) const { return m_byArgument[argument]; }
    /// Returns the argument that a value equals except for what is written at indices; none for other values.
    ArgumentId writtenInto(ValueId value) const { return m_writtenInto[value]; }
    /// Returns the argument with a next value that a loop carries in this value, if the program ends with what loops or
    /// writes make of it. In later iterations the value still counts as that argument, whatever its next value depends
    /// on. None for other values.
    ArgumentId carriedRound(ValueId value) const;
    /// Returns whether the argument's next value is not what loops or writes make of it. They then change it only
    /// within the program, as an inner training loop does with weights.
    bool isOnlyWithin(ArgumentId argument) const;
    /// Returns whether a result is the argument, unchanged. Such an argument is state that other steps may update.
    bool isReturned(ArgumentId argument) const { return m_isReturned[argument]; }

private:
    void readAliases();
    void findWritten();
    /// How a walk reached a value. A value that is only selected is not part of a sum.
    enum class Way : std::uint8_t { Same = 1, Chosen = 2, Computed = 4 };
    static constexpr std::uint32_t kAllWays = 7;
    struct Step {
        ValueId value;
        Way way;
    };
    struct Write {
        ValueId written;
        ValueId into; // the value that it gives
        Way way;
        bool isAdded; // added to rows
    };
    /// What a walk starts from: an array, or rows that are added to one. Such rows may be gathered from rows of others.
    enum class Over : std::uint8_t { Array, Rows };
    struct Start {
        ValueId value;
        Over over;
    };

    MadeOf walk(Step from, int depth, Over over = Over::Array);
    void step(Step at, Start start, MadeOf& walk, std::vector<Step>& open, std::vector<Write>& writes) const;
    bool isScatter(ValueId value) const;
    /// Returns whether the array has the argument's type and number of elements.
    bool isAllOf(ShapeView array, ArgumentId argument) const;
    ArgumentId refilled(ValueId value, std::span<const Source> sources) const;
    bool isReordered(ValueId value, ValueId table) const;
    ArgumentId reordered(ValueId value) const;
    void match();

    const HloGraph& m_graph;
    const Arguments& m_arguments;
    IdVector<UpdateId, Update> m_all;
    IdVector<ArgumentId, UpdateId> m_byArgument;
    IdVector<ArgumentId, bool> m_isReturned;
    IdVector<ValueId, ArgumentId> m_writtenInto;
    IdVector<ValueId, std::uint32_t> m_visited; // the last walk that visited the value, and its ways
    std::uint32_t m_walk = 0; // the number of the walk, above the bits of the ways
    std::size_t m_budget = 0;
};

} // namespace tidemark::xla
