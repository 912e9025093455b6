#pragma once

#include "core/xla/advice/evidence.h"

#include <map>
#include <vector>

namespace tidemark::xla {

/// A loop of the forward part, and the loop of the backward part that reads what it stacked. Both are none for memory
/// that does not pass from loop to loop.
struct LoopPair {
    InstructionId forward;
    InstructionId backward;
};

/// Returns the loops between which the row waits. Cost: linear in the events of the row.
LoopPair loopsOf(const Evidence& evidence, RowId row);

/// Returns whether an instruction outside the loops reads the row in the forward part. The row is then needed even if
/// the backward loop computes its values again.
bool isReadBetween(const Evidence& evidence, RowId row, const LoopPair& loops);

/// Values that are the same memory from one iteration of a loop to a later one. Cost of all questions together: linear
/// in the dataflow of the program.
class MemoryCycles
{
public:
    explicit MemoryCycles(const HloGraph& graph)
        : m_graph(graph)
    { }

    /// Returns whether the next value of a loop's parameter is that value under another name, or is that value with
    /// parts overwritten, after one iteration or several. REQUIRES: `next` is the value's nextIterationValue()
    bool isOnCycle(ValueId value, ValueId next);

private:
    struct Step {
        ValueId value;
        std::size_t next = 0; // the number of sources that were followed
    };

    void findFrom(ValueId first);
    void enter(ValueId value);
    ValueId nextSource(Step& step) const;

    const HloGraph& m_graph;
    IdVector<ValueId, std::uint32_t> m_order; // from 1 in the order of entering; 0 for values not entered
    IdVector<ValueId, std::uint32_t> m_lowest; // the lowest order that is known to be reached
    IdVector<ValueId, std::uint32_t> m_cycle; // equal for values that reach each other; 0 for values in m_open
    std::vector<ValueId> m_open;
    std::vector<Step> m_path;
    std::uint32_t m_entered = 0;
};

/// The activations that each iteration of a loop computes for the next one. Values that the loop passes on unchanged,
/// and arrays into which it writes, are left out.
class CarriedActivations
{
public:
    explicit CarriedActivations(const Evidence& evidence)
        : m_evidence(evidence)
        , m_cycles(evidence.graph())
    { }

    /// Returns their shapes. The result stays valid. Cost of all calls together: linear in the dataflow of the program.
    const std::vector<ShapeView>& of(InstructionId loop);

private:
    const Evidence& m_evidence;
    MemoryCycles m_cycles;
    std::map<std::uint32_t, std::vector<ShapeView>> m_shapes; // by loop
};

} // namespace tidemark::xla
