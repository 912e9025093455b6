#pragma once

#include "core/history/history_view.h"
#include "core/view/finding.h"

namespace tidemark::history {

/// Ways to need less memory that a recording shows, the largest saving first:
/// - segments of PyTorch that grow, if a failed request fits in what is free, but in no free range. Without a failure:
///   if the free memory between allocations is at least 64 MiB and at least half of what the allocator holds. Segments
///   without any allocation do not count, because PyTorch gives them back. Not if segments grow already.
/// - activation checkpointing of the lines whose allocations in the forward pass fill most when an allocation fails,
///   or at the peak. With a known capacity, whether the failed allocation, or the peak, then fits.
/// - what grows, see growthFindings() and growthOverProfiles()
/// `capacity`: bytes of the device's memory, if known.
std::vector<Finding> adviseOn(const Shown& shown, const std::vector<Profile>& profiles,
                              std::optional<std::int64_t> capacity);

} // namespace tidemark::history
