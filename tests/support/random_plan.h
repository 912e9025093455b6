#pragma once

#include "proto/hlo.pb.h"

#include <random>

namespace tidemark::test {

/// Returns a plan as a compiler would write it: each buffer is allocated once, freed at most once and lies inside its
/// allocation. It has several spaces, kinds of allocations, traces, ranges that overlap in place, nested tuples and
/// shapes with padding.
proto::HloProto consistentPlan(std::mt19937& random);

/// Like consistentPlan(), but buffers have several lifetimes: they are allocated or shared again after they are freed,
/// as in the branches of a conditional. Traces sometimes contain buffers of other allocations and colors.
proto::HloProto planOfManyLives(std::mt19937& random);

/// Returns a plan that contradicts itself in any way its fields allow: sizes, offsets, ids, kinds and events are
/// random.
proto::HloProto contradictoryPlan(std::mt19937& random);

/// Changes `count` integers anywhere in the message, including nested messages, to harmful values.
void mutateIntegers(google::protobuf::Message& message, int count, std::mt19937& random);

} // namespace tidemark::test
