#pragma once

#include "core/oom/report_advice.h"

namespace tidemark::oom {

// The rules of advice on messages. Another one is a line here and one in the table of report_advice.cpp.

using ReportRule = AdviceRule<ReportEvidence>;

// Of buffers.
extern const ReportRule kDonation; // outputs like arguments
extern const ReportRule kRematerialization; // equal buffers of several layers of a forward pass
extern const ReportRule kFloat32Arguments; // arguments and results of float32
extern const ReportRule kFloat32Temporaries; // other buffers of float32
extern const ReportRule kPadding; // arrays that take less with their dimensions in another order
extern const ReportRule kLargeTemporary; // above half of the memory that there is

// Of scratch memory and allocators.
extern const ReportRule kSmallerBlocks; // windows of a kernel
extern const ReportRule kSingleBuffering; // windows that a kernel has twice
extern const ReportRule kScopedLimit; // scratch memory above its limit
extern const ReportRule kFragmentation; // as the message says
extern const ReportRule kFreeChunks; // that what is asked for is too large for

} // namespace tidemark::oom
