#pragma once

#include "core/oom/report.h"
#include "core/view/figures.h"

namespace tidemark::oom {

/// Returns the total that a program needs, otherwise the size of the request that failed. Nothing if the message states
/// neither.
std::optional<std::int64_t> askedBytes(const Report& report);

/// Returns what was in use when a program or buffer was requested: from the capacity table or the allocator's
/// statistics, otherwise the limit minus the free memory. Empty if the message states neither.
std::vector<Part> takenBefore(const Report& report);

/// Returns the parts of a plan on a GPU. Donated arguments, which XLA counts twice, are part of the outputs. Empty if
/// the message has no figures of a plan, or they do not add up.
std::vector<Part> partsOfPlan(const Report& report);

/// Returns the figures of a message. `parts` are the listed allocations by kind. The capacity is the message's limit,
/// unless a device is chosen.
Figures figuresOf(const Report& report, const std::vector<Part>& parts, const Device* chosen);

} // namespace tidemark::oom
