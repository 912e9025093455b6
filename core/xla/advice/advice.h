#pragma once

#include "core/xla/advice/evidence.h"

#include <map>

namespace tidemark::xla {

/// Returns the changes that could make a program need less of a memory, by all rules for which the file has enough
/// facts. The largest saving comes first. One more finding combines all changes that can be combined, with the peak
/// replayed. Savings of less than a thousandth of the peak are left out. Empty when nothing was found. Cost: a pass
/// over rows and steps for every rule.
std::vector<Finding> advise(const Evidence& evidence);

/// Returns whether any rule can be applied.
bool canAdvise(const SpaceTimeline& timeline);

/// Says what is missing for other rules and names the first of them: "Not tried, because the file lacks the HLO: …, …
/// and 9 more." Empty when all can be applied.
std::string untriedRules(const SpaceTimeline& timeline);

// The rules of advice on programs, one file for each family. Each rule is linear in rows and events, and proposes
// nothing where it does not apply. A new rule needs a line here and a line in the table of advice.cpp.

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

/// How the arguments of a partitioned program are distributed over its devices.
struct Shardings {
    std::int64_t devices = 1; // over which the program is partitioned; 1 if the file has no number
    /// By parameter number: how many devices hold the same part of the argument. Arguments that are not in it are
    /// unknown.
    std::map<std::int64_t, std::int64_t> copies;
};

/// Reads the shardings of a module's parameters. Source of the rule: OpSharding in xla_data.proto, and the annotations
/// that the SPMD partitioner leaves in a module. A damaged sharding counts as unknown. Cost: one walk over the fields
/// of the module.
Shardings readShardings(const HloModule& module);

} // namespace tidemark::xla
