#pragma once

#include "core/oom/report_advice.h"

namespace tidemark::oom {

// The rules of advice on out-of-memory messages. A new rule needs a declaration here and an entry in the table of
// report_advice.cpp.

using ReportRule = AdviceRule<ReportEvidence>;

// Rules for buffers.
extern const ReportRule kDonation; // outputs with the shape and size of an argument
extern const ReportRule kRematerialization; // equal buffers of several layers of a forward pass
extern const ReportRule kFloat32Arguments; // arguments and results of float32
extern const ReportRule kFloat32Temporaries; // other buffers of float32
extern const ReportRule kPadding; // arrays that take less with their dimensions in another order
extern const ReportRule kLargeTemporary; // above half of the capacity

// Rules for scratch memory and allocators.
extern const ReportRule kSmallerBlocks; // windows of a kernel
extern const ReportRule kSingleBuffering; // windows with several buffers
extern const ReportRule kScopedLimit; // scratch memory above its limit
extern const ReportRule kFragmentation; // stated by the message
extern const ReportRule kFreeChunks; // each too small for the request
extern const ReportRule kUnallocated; // reserved by PyTorch, in pieces that are too small for the request

} // namespace tidemark::oom
