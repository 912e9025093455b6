#pragma once

#include "core/oom/message_rows.h"
#include "core/view/explanation.h"
#include "core/view/figures.h"

namespace tidemark::oom {

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

} // namespace tidemark::oom
