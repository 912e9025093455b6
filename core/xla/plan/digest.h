#pragma once

#include "core/base/digest.h"
#include "core/base/progress.h"
#include "core/xla/plan/hlo_parts.h"

#include <cstdint>
#include <functional>
#include <string_view>

namespace tidemark {

/// Tells compiled programs apart by their HLO module and buffer assignment, and is the same for programs that differ
/// only in the module's id, which counts compilations, and in the order of entries of maps, which protobuf writes as it
/// likes: one program captured on two hosts differs in both. Field by field in file order otherwise, as compilers write
/// them. Source of the maps: xla/service/hlo.proto and xla/xla_data.proto of openxla/xla: the schedule's sequences, and
/// the frontend attributes of the module and of each instruction. Error when the bytes are cut or damaged, as far as
/// this looks into them, and of kind Cancelled; what cannot be read equals nothing. Cost: one pass, about a quarter of
/// a nanosecond per byte; reads the program into memory, first the module and then the assignment.
Result<Digest> digestOf(const HloParts& parts, const Progress& progress = {});

/// The same of a serialized HloModuleProto and BufferAssignmentProto; either may be empty.
Result<Digest> digestOf(std::string_view module, std::string_view assignment);

} // namespace tidemark
