#pragma once

#include "core/xla/advice/evidence.h"

namespace tidemark::xla {

/// A loop of the forward part, and the loop of the backward part that reads what it stacked. Both are none for memory
/// that does not pass from loop to loop.
struct LoopPair {
    InstructionId forward;
    InstructionId backward;
};

/// Returns the loops between which the row waits. Cost: linear in the events of the row.
LoopPair loopsOf(const Evidence& evidence, RowId row);

/// Returns whether an instruction beside the loops reads the row in the forward part. The row is then needed even if
/// the backward loop computes its values again.
bool isReadBetween(const Evidence& evidence, RowId row, const LoopPair& loops);

/// Returns the activations that each iteration of a loop computes for the next one. Values that the loop passes on
/// unchanged, and arrays into which it writes, are left out. Cost: linear in the dataflow of the loop's body.
std::vector<ValueId> carriedActivations(const Evidence& evidence, InstructionId loop);

} // namespace tidemark::xla
