#pragma once

#include "core/tenstorrent/xla/operation_rows.h"
#include "core/view/figures.h"

namespace tidemark::ttxla {

/// What was in use before tensors were deallocated is not in its files: the peak is a lower bound.
bool isPeakLeast(const Profile& profile);

/// The figures of a memory over an extent of operations.
Figures figuresOf(const Profile& profile, Memory memory, Extent extent, const Levels& levels,
                  const OperationRows& rows);

/// An increase of the level, and the operation that caused it.
struct Suspect {
    std::size_t operation = 0; // of the profile
    std::int64_t increase = 0; // bytes of all banks, above 0
};
/// Operations by what they add to the level, the largest first, at most so many. What deallocates is none of them.
std::vector<Suspect> primeSuspects(const Profile& profile, Extent extent, const Levels& levels, std::size_t most);

} // namespace tidemark::ttxla
