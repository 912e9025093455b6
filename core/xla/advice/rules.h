#pragma once

#include "core/xla/advice/evidence.h"

namespace tidemark {

// The rules of advice on programs, a file for each family. Each is linear in rows and events, and proposes nothing
// where it does not apply. Another rule is a file, a line here and one in the table of advice.cpp.

using PlanRule = AdviceRule<Evidence>;

extern const PlanRule kDonation; // outputs that could lie in the memory of arguments
extern const PlanRule kIdle; // temporaries that nobody reads across the peak
extern const PlanRule kOptimizerToHost; // optimizer state that waits on the device for its update
extern const PlanRule kUnreadArguments; // that nothing reads, and no output could take over
extern const PlanRule kFloat32Arguments; // arguments and results of float32
extern const PlanRule kFloat32Temporaries;
extern const PlanRule kPadding; // arrays that take less with their dimensions in another order
extern const PlanRule kReplication; // arguments that several devices hold whole
extern const PlanRule kRematerialization; // equal activations of many layers that wait for the backward pass
extern const PlanRule kScannedLayers; // the same where the layers are rounds of a loop
extern const PlanRule kLargeTemporary; // above half of the memory that there is
extern const PlanRule kHalfBatch; // what grows with the batch
extern const PlanRule kConstants; // that are there several times
extern const PlanRule kScopedMemory; // scratch memory that VMEM has no room for beside the buffers
extern const PlanRule kKernelBlocks; // the same of kernels whose scratch memory the compiler does not tell
extern const PlanRule kFragmentation; // what is allocated and not occupied

/// The arguments that donation is about, ascending.
std::vector<RowId> donatableArguments(const Evidence& evidence);

} // namespace tidemark
