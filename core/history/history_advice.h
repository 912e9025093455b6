#pragma once

#include "core/history/history_view.h"
#include "core/view/finding.h"

namespace tidemark::history {

/// Ways to need less memory that a recording shows, the largest saving first:
/// - expandable segments of PyTorch. After a failed request, they are advised if the request fits in the free memory
///   but in no free range. Without a failure, they are advised if at least 64 MiB and at least half of the allocator's
///   memory is free between allocations. Segments without any allocation do not count, because PyTorch gives them back.
///   They are not advised if they are in use already.
/// - activation checkpointing of the lines whose allocations in the forward pass fill most when an allocation fails,
///   or at the peak. With a known capacity, whether the failed allocation, or the peak, then fits.
/// - what grows, see growthFindings() and growthOverProfiles()
/// `capacity`: bytes of the device's memory, if known.
std::vector<Finding> adviseOn(const Shown& shown, const std::vector<Profile>& profiles,
                              std::optional<std::int64_t> capacity);

} // namespace tidemark::history
