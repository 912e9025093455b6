#pragma once

#include "core/history/history_view.h"
#include "core/view/finding.h"

namespace tidemark::history {

/// Ways to need less memory that a recording shows, the largest saving first:
/// - segments of PyTorch that grow, if a failed request fits in what is free, but in no free range; without a failure,
///   if at least half of what the allocator holds, and 64 MiB, is free between allocations. Segments without any
///   allocation do not count: PyTorch gives them back. Not if segments grow already.
/// - activation checkpointing of the lines whose allocations in the forward pass fill most when an allocation fails,
///   or at the peak
/// - what grows, see growthFindings() and growthOverProfiles()
std::vector<Finding> adviseOn(const Shown& shown, const std::vector<Profile>& profiles);

} // namespace tidemark::history
