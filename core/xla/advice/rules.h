#pragma once

#include "core/xla/advice/evidence.h"

namespace tidemark::xla {

// The rules of advice on programs, one file for each family. Each rule is linear in rows and events, and proposes
// nothing where it does not apply. A new rule needs a file, a line here and a line in the table of advice.cpp.

using PlanRule = AdviceRule<Evidence>;

extern const PlanRule kDonation; // outputs that could reuse the memory of arguments
extern const PlanRule kIdle; // temporaries that are not read across the peak
extern const PlanRule kOptimizerToHost; // optimizer state that can be in host memory until its update
extern const PlanRule kUnreadArguments; // arguments that no instruction reads and no output can reuse
extern const PlanRule kFloat32Arguments; // arguments and results of float32
extern const PlanRule kFloat32Temporaries;
extern const PlanRule kPadding; // arguments and outputs that take less memory with their dimensions in another order
extern const PlanRule kReplication; // arguments that several devices hold whole
extern const PlanRule kRematerialization; // activations that wait for the backward pass
extern const PlanRule kScannedLayers; // the same, for iterations of a loop
extern const PlanRule kAttentionKernel; // attention scores that are stored
extern const PlanRule kShorterSequence; // the same, and what else grows with the sequence
extern const PlanRule kShardedHeads; // the same, divided over devices
extern const PlanRule kLargeTemporary; // a temporary of more than half of the capacity
extern const PlanRule kHalfBatch; // memory that grows with the batch
extern const PlanRule kConstants; // constants that exist several times
extern const PlanRule kScopedMemory; // scratch memory that does not fit into VMEM together with the buffers
extern const PlanRule kKernelBlocks; // the same for kernels whose scratch memory the compiler does not report
extern const PlanRule kFragmentation; // memory that is allocated but not occupied

/// Returns the arguments of the donation finding, ascending.
std::vector<RowId> donatableArguments(const Evidence& evidence);

} // namespace tidemark::xla
