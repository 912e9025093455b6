#pragma once

#include "core/advice/rule.h"
#include "core/oom/message_rows.h"
#include "core/view/document.h"

namespace tidemark::oom {

/// Makes a view of a message. The view has no axis; its rows are the allocations of the message. The level is the sum
/// of the rows, or the requested amount if the message lists none.
std::shared_ptr<const View> makeMessageView(const std::shared_ptr<const Message>& message, const FileEntry& file,
                                            const ProgramEntry& program);

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

/// Explains a message in one or two sentences: its headline, and the largest buffers that it lists.
///
///     Over by 33.05 GiB: needs 63.80 of 30.75 GiB of HBM; the one listed buffer is an attention score matrix
///     f32[32,4096,4096] of 2 GiB.
///     Over by 13.95 MiB: needs 29.95 of 16 MiB of VMEM; the largest of 2 listed buffers is register spill slots of
///     29.66 MiB: a kernel holds more values than there are registers.
///     Needs 8.98 GiB of HBM; temporaries (HLO temp) are more than 99 %, 8.97 GiB.
///
/// Also says if the arguments alone exceed the limit, and what was in use when a program or buffer was requested. Names
/// the padding if it is at least 5 %. If the message does not state the padding of the needed memory, the padding of
/// the listed buffers is used. Amounts come from the message. `table` has the rows of `entries`. Cost: describes each
/// row once.
Explanation explainMessage(const Message& message, const MessageRows& entries, const Rows& table);

/// The explanation of a message as text, see explainMessage.
std::string sentenceOf(const Message& message);

/// Adds a sentence about what was in use when the allocation failed, if the figures have it of a recording.
///
///     run.pickle records it as event 334. In use was then 78.29 of 78.42 GiB in the allocator's segments, where the
///     largest free range has 16.51 MiB; 38 % (29.68 GiB) is 12 allocations of aten::index_Tensor (models.py:174).
void describeRecorded(const Figures& figures, Explanation& explanation);

/// Returns how the program of a message can need less memory, the largest saving first, then all together. A message
/// lists only the largest buffers of one moment, so only these are considered.
std::vector<Finding> advise(const Message& message, const MessageRows& entries, const Rows& rows, const Room& room);

} // namespace tidemark::oom
