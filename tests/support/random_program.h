#pragma once

#include "proto/hlo.pb.h"

#include <map>
#include <random>
#include <set>
#include <string>

namespace tidemark::test {

/// A program of operands: arithmetic, tuples, bitcasts, fusions, calls, loops, copies and programs that run beside it,
/// in a schedule of its own. Every array that is no name of another one has a logical buffer with the number of its
/// instruction; all lie in one temporary allocation with a trace.
proto::HloProto randomProgram(std::mt19937& random);

/// Names of the instructions that read each logical buffer of a randomProgram(), by walking from the buffer through
/// everything that names it: slow, and nothing but the rules.
std::map<std::int64_t, std::set<std::string>> readersOf(const proto::HloProto& hlo);

} // namespace tidemark::test
