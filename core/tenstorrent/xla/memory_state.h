#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <string_view>

namespace tidemark::ttxla {

/// The memories of a Tenstorrent device, by their numbers as spaces.
enum class Memory : std::uint8_t { Dram, L1, L1Small, Trace };
constexpr std::size_t kMemories = 4;
inline constexpr std::array<std::string_view, kMemories> kMemoryNames = {"DRAM", "L1", "L1_SMALL", "TRACE"};
constexpr std::array<Memory, kMemories> kAllMemories = {Memory::Dram, Memory::L1, Memory::L1Small, Memory::Trace};

constexpr double kMegabyte = 1048576.0; // what the runtime calls MB

/// What the allocator says of a memory at a moment: bytes of one bank, as all banks are alike. Negative: not told, or
/// no number.
struct BankState {
    std::int64_t total = -1;
    std::int64_t allocated = -1;
    std::int64_t free = -1;
    std::int64_t largest = -1; // free block
    std::int32_t banks = -1;

    /// Of all banks; absent where that is not known. Cannot overflow: what is read is below 2^61.
    std::optional<std::int64_t> ofAllBanks(std::int64_t perBank) const
    {
        return perBank < 0 || banks < 0 ? std::nullopt : std::optional(perBank * banks);
    }
    std::optional<std::int64_t> allocatedOfAll() const { return ofAllBanks(allocated); }
    /// How much of what is free lies outside the largest free block, in permille: 1 − largest / free, 0 where nothing
    /// is free. Absent where that is not known, or the block is larger than what is free.
    std::optional<std::int64_t> fragmentation() const;
    bool isTold() const { return total >= 0 || allocated >= 0 || free >= 0 || largest >= 0 || banks >= 0; }
    friend bool operator==(const BankState&, const BankState&) = default;
};

/// Of all memories, by Memory.
using MemoryStates = std::array<BankState, kMemories>;

/// "1022.169" of a line: MB of 2^20 bytes, to the nearest byte. Absent for what is no such number: nan, a sign, an
/// exponent, 2^56 bytes and more.
std::optional<std::int64_t> megabytes(std::string_view number);

/// The inverse, with the three decimals that the runtime prints: 1022.169.
double megabytesOf(std::int64_t bytes);

/// More banks, and bytes of all together, than any device has, and where a bank must end for that: sums over all banks
/// cannot overflow.
constexpr std::int32_t kMostBanks = 1 << 24;
constexpr std::int64_t kMostOfAllBanks = std::int64_t{1} << 61;
constexpr std::int64_t kEndOfABank = kMostOfAllBanks / kMostBanks;

/// Gets what is wrong with a line: a code and words behind "this line".
using TellFault = std::function<void(std::string_view code, std::string_view words)>;

/// Tells what is more than there can be, and takes it away: afterwards sums over all banks cannot overflow.
void keepPossible(BankState& state, const TellFault& tell);

/// A line "Device DRAM memory state: MemoryView{numBanks: 12, totalBytesPerBank: 1022.169 MB, …}".
struct MemoryLine {
    Memory memory = Memory::Dram;
    BankState state;
};
/// Absent where the text does not begin so, or with no known memory. Fields are read by their names, so that there may
/// be more; what is missing, cut or no number is told and not known.
std::optional<MemoryLine> readMemoryLine(std::string_view text, const TellFault& tell);

} // namespace tidemark::ttxla
