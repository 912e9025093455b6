#include "core/base/number.h"
#include "core/base/text.h"
#include "core/tenstorrent/tt_xla/profile.h"

#include <re2/re2.h>

namespace tidemark::ttxla {

std::optional<OutOfMemory> readOutOfMemory(std::string_view text)
{
    // Newer versions say more. An amount without its unit is cut off.
    static const re2::RE2 kForm(
        R"(Out of Memory: Not enough space to allocate (\d{1,18}) B (\w{1,40}) buffer across (\d{1,18}) banks, )"
        R"(where each bank needs to store (\d{1,18}) B\b(?:, but bank size is (?:only )?(\d{1,18}) B\b)"
        R"((?: \(allocated: (\d{1,18}) B, free: (\d{1,18}) B, largest free block: (\d{1,18}) B\))?)?)");
    std::array<re2::StringPiece, 9> words; // the whole match, and its groups
    if (!kForm.Match(text, 0, text.size(), re2::RE2::UNANCHORED, words.data(), static_cast<int>(words.size())))
        return std::nullopt;
    const auto numberOf = [&](std::size_t group) -> std::optional<std::int64_t> {
        const auto number = parseNumber(std::string_view(words[group].data(), words[group].size()));
        return number && *number < kMostOfAllBanks ? number : std::nullopt;
    };
    const auto bytes = numberOf(1);
    const auto banks = numberOf(3);
    const auto perBank = numberOf(4);
    std::int64_t all = 0;
    if (!bytes || !banks || !perBank || __builtin_mul_overflow(*banks, *perBank, &all))
        return std::nullopt;
    OutOfMemory found;
    found.buffer = words[2].ToString();
    found.memory = memoryNamed(found.buffer);
    found.bytes = *bytes;
    found.banks = *banks;
    found.perBank = *perBank;
    found.bankSize = numberOf(5);
    if (numberOf(6) && numberOf(7) && numberOf(8)) {
        found.free = numberOf(7);
        found.largest = numberOf(8);
    }
    return found;
}

bool OutOfMemory::isIn(Memory shown, Extent extent) const
{
    return (!memory || memory == shown) && extent.begin <= operation && operation < extent.end;
}

OutOfMemory::Cause OutOfMemory::cause() const
{
    if (free && perBank > *free)
        return Cause::TooBig;
    if (!free && bankSize && perBank > *bankSize)
        return Cause::TooBig;
    if (!free || !largest)
        return Cause::Unknown;
    return perBank > *largest ? Cause::Fragmented : Cause::Contradicting;
}

std::string OutOfMemory::causeText() const
{
    const std::string of = buffer + " buffer of " + std::to_string(bytes) + " B, " + std::to_string(perBank)
        + " B in each of " + std::to_string(banks) + " banks";
    switch (cause()) {
    case Cause::TooBig:
        return "no room for a " + of + ": it is too big, "
            + (free ? std::to_string(*free) + " B are free in a bank"
                    : "a bank has " + std::to_string(*bankSize) + " B");
    case Cause::Fragmented:
        return "no room for a " + of + ": the memory is fragmented, " + std::to_string(*free)
            + " B are free in a bank, and the largest free block has " + std::to_string(*largest) + " B";
    case Cause::Contradicting:
        return "no room for a " + of + ", though the line says that a free block has " + std::to_string(*largest)
            + " B";
    case Cause::Unknown:
        break;
    }
    return "no room for a " + of + "; the line does not state the free memory";
}

} // namespace tidemark::ttxla
