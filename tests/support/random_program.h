#pragma once

#include "proto/hlo.pb.h"

#include <map>
#include <random>
#include <set>
#include <string>

namespace tidemark::test {

/// Returns a program with operands: arithmetic, tuples, bitcasts, fusions, calls, loops, copies and asynchronous calls,
/// with a schedule. Every array that is not an alias of another one has a logical buffer with the number of its
/// instruction. All buffers lie in one temporary allocation with a trace.
proto::HloProto randomProgram(std::mt19937& random);

/// Returns the names of the instructions that read each logical buffer of a randomProgram(). It walks from the buffer
/// through all its aliases: slow, but a direct application of the rules.
std::map<std::int64_t, std::set<std::string>> readersOf(const proto::HloProto& hlo);

} // namespace tidemark::test
