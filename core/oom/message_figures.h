#pragma once

#include "core/oom/message.h"
#include "core/view/figures.h"

namespace tidemark::oom {

/// Returns the total that a program needs, otherwise the size of the request that failed. Nothing if the message states
/// neither.
std::optional<std::int64_t> askedBytes(const Message& message);

/// Returns what was in use when a program or buffer was requested: from the capacity table or the allocator's
/// statistics, otherwise the limit minus the free memory. Empty if the message states neither.
std::vector<Part> takenBefore(const Message& message);

/// The arguments of the program, in bytes, if the message has their sum and they alone exceed the limit.
std::optional<std::int64_t> excessiveArguments(const Message& message);

/// Returns the parts of the need by the sums of the message: arguments, temporaries … On a GPU, outputs in
/// donated arguments, which XLA counts twice, are part of the arguments. Empty if the message has no such sums, or they
/// do not add up.
std::vector<Part> partsOfPlan(const Message& message);

/// Returns the figures of a message. `listed` are its allocations by kind. If the message has the sums of the plan, the
/// sums are the parts. Otherwise the parts are the listed allocations and the rest of the need. The capacity is the
/// message's limit, unless a device is chosen.
Figures figuresOf(const Message& message, const std::vector<Part>& listed, const Device* chosen);

} // namespace tidemark::oom
