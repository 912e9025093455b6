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
    std::vector<ArgumentId> changed; // the arguments in `made` whose elements an operation changes
    std::vector<ArgumentId> written; // arguments that it equals except where an index or mask writes something else
    std::vector<ValueId> terms; // other values in it: results of products, reductions and the like
    std::vector<ValueId> parts; // intermediate values between all of these and the value
    std::vector<ValueId> addedTerms; // terms that are added to rows of an argument
    std::vector<ValueId> addedParts;
    bool isWrittenAtIndex = false; // an index, and no mask, says where
    bool isComputed = false; // there is an operation other than copying and selecting
};

/// An array in the program's result, and the argument that it updates.
struct Update : MadeOf {
    ValueId value;
    ShapeView shape;
    ArgumentId next; // the argument whose next value it is: one in `made` or `written`, otherwise `takesOver`
    ArgumentId takesOver; // the argument whose memory it reuses, by the module's aliases
};

/// Finds how the results of a program are computed from its arguments: the updates of weights and of optimizer state,
/// and the caches that are written.
class Updates
{
public:
    Updates() = default;
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
    friend class UpdateFinder;

    const HloGraph* m_graph = nullptr;
    IdVector<UpdateId, Update> m_all;
    IdVector<ArgumentId, UpdateId> m_byArgument;
    IdVector<ArgumentId, bool> m_isReturned;
    IdVector<ValueId, ArgumentId> m_writtenInto;
};

} // namespace tidemark::xla
