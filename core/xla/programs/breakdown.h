#pragma once

#include "core/xla/programs/buffer_details.h"

namespace tidemark {

/// One group of the rows live at a step. `bytes` is what the group occupies and the groups add up to the occupied
/// level; `size` is the sum of the sizes, larger where memory is re-used in place.
struct BreakdownRow {
    std::string name; // "Temporary", "fusion"
    BufferKind kind = BufferKind::Temporary; // when grouped by type
    std::uint32_t count = 0;
    std::int64_t bytes = 0; // Σ (size − overlap)
    std::int64_t size = 0;
};

enum class BreakdownBy { Type, Opcode };

/// By type in the fixed order of BufferKind without empty groups; by opcode the largest first, then by name.
std::vector<BreakdownRow> breakDown(const SpaceTimeline& timeline, const std::vector<LiveRow>& live, BreakdownBy by);

} // namespace tidemark
