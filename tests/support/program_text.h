#pragma once

#include "proto/hlo.pb.h"

#include <string_view>

namespace tidemark::test {

/// Builds a module from lines like these, in the order in which they run:
///
///     body:                                    a computation; the last one is the entry
///       p = (s32[],f32[8]) parameter 0         name, shape, opcode, and a number where the opcode has one
///       i = s32[] get-tuple-element p 0        operands are names of instructions, of any computation
///       …
///     main:
///       w = (s32[],f32[8]) while t calls body  then the computations that it calls
///       n = f32[8] negate q op=jit(f)/neg      what the framework calls it
///       c = f32[8] custom-call n target=Move   what is called
///       b = f32[4,8] broadcast c dims=1        its dimensions
///       d = f32[4,2] dot b e sums=1,0          those that are summed over, of both operands
///
/// The last instruction of a computation is its root. Ids are positions, counted from 1. '#' starts a comment. Throws
/// std::out_of_range if a name is unknown. The plan of the module is one empty allocation.
proto::HloProto programFromText(std::string_view text);

} // namespace tidemark::test
