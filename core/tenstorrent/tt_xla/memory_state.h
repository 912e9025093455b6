#pragma once

#include "core/tenstorrent/log_splitter.h"

#include <array>
#include <functional>

namespace tidemark::ttxla {

/// The memories of a Tenstorrent device. The value is the number of the memory space.
enum class Memory : std::uint8_t { Dram, L1, L1Small, Trace };
constexpr std::size_t kMemories = 4;
inline constexpr std::array<std::string_view, kMemories> kMemoryNames = {"DRAM", "L1", "L1_SMALL", "TRACE"};
constexpr std::array<Memory, kMemories> kAllMemories = {Memory::Dram, Memory::L1, Memory::L1Small, Memory::Trace};
constexpr std::string_view nameOf(Memory memory)
{
    return kMemoryNames[static_cast<std::size_t>(memory)];
}
/// Absent for any other name.
constexpr std::optional<Memory> memoryNamed(std::string_view name)
{
    for (const Memory memory : kAllMemories)
        if (nameOf(memory) == name)
            return memory;
    return std::nullopt;
}

/// The allocator's state of a memory at a moment, in bytes of one bank; all banks are equal. A negative member is not
/// known.
struct BankState {
    std::int64_t total = -1;
    std::int64_t allocated = -1;
    std::int64_t free = -1;
    std::int64_t largest = -1; // largest free block
    std::int32_t banks = -1;

    /// The amount of all banks; absent if it is not known. Cannot overflow, because amounts read are below 2^61.
    std::optional<std::int64_t> ofAllBanks(std::int64_t perBank) const
    {
        return perBank < 0 || banks < 0 ? std::nullopt : std::optional(perBank * banks);
    }
    std::optional<std::int64_t> allocatedOfAll() const { return ofAllBanks(allocated); }
    /// The share of the free bytes outside the largest free block, in permille: 1 − largest / free, or 0 if nothing is
    /// free. Absent if it is not known, or if the block is larger than the free bytes.
    std::optional<std::int64_t> fragmentation() const;
    bool isKnown() const { return total >= 0 || allocated >= 0 || free >= 0 || largest >= 0 || banks >= 0; }
    friend bool operator==(const BankState&, const BankState&) = default;
};

/// A member of a state under the name that the runtime and upstream's lists give it.
struct BankField {
    std::string_view key;
    std::int64_t BankState::*amount; // null: the number of banks
};
/// In the order in which the runtime prints them.
inline constexpr std::array kBankFields = {
    BankField{"numBanks", nullptr},
    BankField{"totalBytesPerBank", &BankState::total},
    BankField{"totalBytesAllocatedPerBank", &BankState::allocated},
    BankField{"totalBytesFreePerBank", &BankState::free},
    BankField{"largestContiguousBytesFreePerBank", &BankState::largest},
};

/// The states of all memories, indexed by Memory.
using MemoryStates = std::array<BankState, kMemories>;

/// The amount in MB, rounded to the three decimals that the runtime prints: 1022.169.
double megabytesOf(std::int64_t bytes);

/// Limits above those of any device, for the number of banks, the bytes of all banks and the bytes of one bank. With
/// them, sums over all banks cannot overflow.
constexpr std::int32_t kMostBanks = 1 << 24;
constexpr std::int64_t kMostOfAllBanks = std::int64_t{1} << 61;
constexpr std::int64_t kEndOfABank = kMostOfAllBanks / kMostBanks;

/// Receives a fault of a line: a code, and words that follow "this line".
using ReportFault = std::function<void(std::string_view code, std::string_view words)>;

/// Reports each amount above the limits and sets it to unknown. Afterwards sums over all banks cannot overflow.
void keepPossible(BankState& state, const ReportFault& warn);

/// A line "Device DRAM memory state: MemoryView{numBanks: 12, totalBytesPerBank: 1022.169 MB, …}".
struct MemoryLine {
    Memory memory = Memory::Dram;
    BankState state;
};
/// Reads a state line. Returns nullopt if the text does not begin like one, or names no known memory. Fields are found
/// by name, so that unknown fields are skipped. A missing, cut or malformed field is reported to `warn` and stays
/// unknown.
std::optional<MemoryLine> readMemoryLine(std::string_view text, const ReportFault& warn);

} // namespace tidemark::ttxla
