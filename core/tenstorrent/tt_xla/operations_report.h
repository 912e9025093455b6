#pragma once

#include "core/tenstorrent/tt_xla/profile_view.h"

namespace tidemark::ttxla {

/// The peak of a memory, in bytes of the counted banks. An absent amount is not known.
struct PeakCard {
    Memory memory = Memory::Dram;
    std::optional<std::int64_t> bytes;
    std::size_t operation = 0; // index in the profile of the first operation that reaches the peak
    std::optional<std::int64_t> capacity;
    std::optional<std::int64_t> free; // free bytes in the state that reaches the peak
    std::optional<std::int64_t> largest; // largest free block in the state that reaches the peak
    std::optional<std::int64_t> fragmentation; // permille
    std::int32_t banks = -1; // negative if not known
};

/// The content of DRAM at its peak, in bytes, estimated as upstream does: weights are the bytes in use before the first
/// operation that takes no weight, or all bytes in use while an operation runs that takes one.
struct WeightShare {
    std::int64_t weights = 0;
    std::int64_t activations = 0;
    std::optional<std::int64_t> declared; // parameters and constants, all banks; absent if no dump declares them
};

/// The report on a memory over an extent of operations, in addition to its curves.
struct OperationsReport {
    std::vector<PeakCard> peaks; // of all memories that the profile has states of
    std::optional<WeightShare> weights; // absent if no weight or no DRAM level is known
    std::vector<OperationAmount> suspects; // sorted by increase, the largest first
    std::vector<OperationAmount> highest; // of those that upstream lists, sorted by their level
    std::vector<std::size_t> padded; // indices in the profile, sorted by tile padding of the result
};

/// A memory over the operations of a program, for the page of operations.
struct OperationsView {
    std::shared_ptr<const View> view; // curves and marks only, without rows
    std::shared_ptr<const Levels> levels;
    OperationsReport report;
};
/// `of` is the view of the same program and memory. Cost: several passes over all states.
OperationsView makeOperationsView(const ProgramExtent& program, Memory memory, const View& of, Banks banks);

/// The change that an operation makes in a memory, in bytes of the counted banks. An absent amount is not known.
struct MemoryChange {
    Memory memory = Memory::Dram;
    std::optional<std::int64_t> before;
    std::optional<std::int64_t> after;
    std::optional<std::int64_t> change;
};
/// Returns the changes of all memories with a known amount at this operation.
std::vector<MemoryChange> changesOf(const Profile& profile, std::size_t operation, Banks banks);

} // namespace tidemark::ttxla
