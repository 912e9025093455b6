#pragma once

#include "proto/hlo.pb.h"

#include <random>

namespace tidemark::test {

/// A plan as a compiler would write it: each buffer is born once, dies at most once, lies inside its allocation.
/// Several spaces, kinds of allocations, traces, ranges that overlap in place, nested tuples, shapes with padding.
proto::HloProto consistentPlan(std::mt19937& random);

/// As consistentPlan, and buffers live several times: allocated or shared with anew after their death, as in the
/// branches of a conditional; traces now and then hold buffers of other allocations and colours.
proto::HloProto planOfManyLives(std::mt19937& random);

/// A plan that contradicts itself in any way its fields allow: sizes, offsets, ids, kinds and events at random.
proto::HloProto contradictoryPlan(std::mt19937& random);

/// Changes `count` integers anywhere in the message, nested ones included, to values that hurt.
void mutateIntegers(google::protobuf::Message& message, int count, std::mt19937& random);

} // namespace tidemark::test
