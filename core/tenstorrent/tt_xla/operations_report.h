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
    std::vector<OperationAmount> padded; // sorted by tile padding of the result, in bytes of all banks
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

/// A line of a module from which an operation was made.
struct IrLine {
    std::string_view stage; // "ttnn"
    std::uint64_t number = 0; // from 1
    std::string_view text; // without surrounding spaces; valid UTF-8
};

/// Finds the lines of a profile's modules by the locations of operations. The profile must outlive this object and the
/// lines that it returns.
class IrLines
{
public:
    /// Cost: one pass over the first module of each stage.
    explicit IrLines(const Profile& profile);
    /// Returns the lines, that of the stage nearest to the device first. Returns none if no module names the location.
    std::vector<IrLine> of(const Operation& operation) const;

private:
    struct Module {
        std::string_view stage;
        std::vector<std::string_view> lines;
        std::map<std::string, std::uint64_t> byLocation;
    };
    const Profile& m_profile;
    std::vector<Module> m_modules;
};

} // namespace tidemark::ttxla
