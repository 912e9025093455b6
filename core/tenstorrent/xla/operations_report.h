#pragma once

#include "core/tenstorrent/xla/profile_figures.h"

namespace tidemark::ttxla {

/// How a memory is shown over operations.
struct ShownAs {
    Banks banks = Banks::All;
    /// As the profiler's page has it: the state before an operation is taken for its own, and what its lists leave out
    /// does not count.
    bool isAsUpstream = false;
};

/// Where a memory is fullest. Bytes of the banks that are counted; absent: not known.
struct PeakCard {
    Memory memory = Memory::Dram;
    std::optional<std::int64_t> bytes;
    std::size_t operation = 0; // of the profile, the first that reaches it
    std::optional<std::int64_t> capacity;
    std::optional<std::int64_t> free; // in the state that reaches it
    std::optional<std::int64_t> largest; // free block: a buffer has as much in each bank
    std::optional<std::int64_t> fragmentation; // permille
    std::int32_t banks = -1; // negative: not told
};

/// What DRAM holds at its peak. An estimate, as upstream makes it: weights are what was there before the first
/// operation that takes none, and all of what is there while one runs that does.
struct WeightShare {
    std::int64_t weights = 0;
    std::int64_t activations = 0;
    std::optional<std::int64_t> declared; // of all banks, of parameters and constants; absent: no dump tells them
};

/// What is to be said of a memory over an extent of operations, beside its curves.
struct OperationsReport {
    std::vector<PeakCard> peaks; // of all memories that the profile tells of
    std::optional<WeightShare> weights; // absent: nothing is known of them, or of DRAM
    std::vector<OperationAmount> suspects; // by what they add, the largest first
    std::vector<OperationAmount> highest; // of those that upstream lists, by the most inside them
    std::vector<std::size_t> padded; // by what tiles add to their results; of the profile
};

constexpr std::size_t kMostListed = 10; // in each list, as upstream has it

/// Cost: some passes over the extent. REQUIRES: `levels` of the same memory, extent and banks
OperationsReport reportOn(const Profile& profile, Memory memory, Extent extent, const Levels& levels, ShownAs as);

/// What an operation does to a memory, in bytes of the banks that are counted; absent: not known.
struct MemoryChange {
    Memory memory = Memory::Dram;
    std::optional<std::int64_t> before;
    std::optional<std::int64_t> after;
    std::optional<std::int64_t> change;
};
/// Of all memories of which something is known there.
std::vector<MemoryChange> changesOf(const Profile& profile, std::size_t operation, Banks banks);

/// What the switch to upstream's way changes, as sentences for people.
std::string upstreamDifference(const Profile& profile, Extent extent, const Levels& levels);

} // namespace tidemark::ttxla
