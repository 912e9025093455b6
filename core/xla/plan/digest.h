#pragma once

#include "core/base/digest.h"
#include "core/base/progress.h"
#include "core/xla/plan/hlo_parts.h"

namespace tidemark::xla {

/// Identifies compiled programs by their HLO module and buffer assignment. Two captures of one program on two hosts
/// have the same digest, although they differ in the module's id (which counts compilations) and in the order of map
/// entries (which protobuf leaves open). All other fields count in file order. Source of the list of maps:
/// xla/service/hlo.proto and xla/xla_data.proto of openxla/xla: the schedule's sequences, and the frontend attributes
/// of the module and of each instruction. Returns an error when the bytes are cut or visibly damaged, and an error of
/// kind Cancelled. An unreadable program equals no other. Cost: one pass, about a quarter of a nanosecond per byte.
/// Reads the program into memory, first the module and then the assignment.
Result<Digest> digestOf(const HloParts& parts, const Progress& progress = {});

} // namespace tidemark::xla
