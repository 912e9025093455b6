#pragma once

#include "core/xla/advice/evidence.h"

namespace tidemark {

// The rules of advice, a file for each family. Each is linear in rows and events, and proposes nothing where it does
// not apply. Rows below kNegligible of the peak are left out of those that are about each row by itself.

constexpr std::int64_t kNegligible = 10000; // parts of the peak

using AdviceRule = std::vector<Proposal> (*)(const Evidence& evidence);

/// Outputs that could lie in the memory of arguments.
std::vector<Proposal> adviseDonation(const Evidence& evidence);
/// The arguments that it is about, ascending.
std::vector<RowId> donatableArguments(const Evidence& evidence);
/// Temporaries that nobody reads across the peak.
std::vector<Proposal> adviseIdle(const Evidence& evidence);
/// Optimizer state that waits on the device for its update.
std::vector<Proposal> adviseOptimizerToHost(const Evidence& evidence);
/// Arguments that nothing reads, and no output could take over.
std::vector<Proposal> adviseUnreadArguments(const Evidence& evidence);
/// Arguments, results and temporaries of float32.
std::vector<Proposal> adviseBfloat16(const Evidence& evidence);
/// Arrays that take less with their dimensions in another order.
std::vector<Proposal> advisePadding(const Evidence& evidence);
/// Arguments that several devices hold whole.
std::vector<Proposal> adviseReplication(const Evidence& evidence);
/// Equal activations of many layers that wait for the backward pass.
std::vector<Proposal> adviseRematerialization(const Evidence& evidence);
/// The same where the layers are rounds of a loop.
std::vector<Proposal> adviseScannedLayers(const Evidence& evidence);
/// A temporary above half of the memory that there is.
std::vector<Proposal> adviseLargeTemporary(const Evidence& evidence);
/// What grows with the batch.
std::vector<Proposal> adviseBatch(const Evidence& evidence);
/// Constants that are there several times.
std::vector<Proposal> adviseConstants(const Evidence& evidence);
/// Scratch memory of an instruction that VMEM has no room for beside the buffers.
std::vector<Proposal> adviseScopedMemory(const Evidence& evidence);
/// What is allocated and not occupied.
std::vector<Proposal> adviseFragmentation(const Evidence& evidence);

} // namespace tidemark
