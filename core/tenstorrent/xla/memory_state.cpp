#include "core/tenstorrent/xla/memory_state.h"

#include "core/text/text_cursor.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <string>

namespace tidemark::ttxla {
namespace {

constexpr std::int64_t kMostOfABank = std::int64_t{1} << 56;
constexpr std::int64_t kMostOfAll = std::int64_t{1} << 61;

struct Field {
    std::string_view key;
    std::int64_t BankState::*value;
};
constexpr std::array kFields = {
    Field{"totalBytesPerBank", &BankState::total},
    Field{"totalBytesAllocatedPerBank", &BankState::allocated},
    Field{"totalBytesFreePerBank", &BankState::free},
    Field{"largestContiguousBytesFreePerBank", &BankState::largest},
};
constexpr std::string_view kBanks = "numBanks";

/// Takes "NAME memory state: MemoryView{".
std::optional<Memory> takeHead(TextCursor& at)
{
    if (!at.take("Device "))
        return std::nullopt;
    std::optional<Memory> memory;
    const std::string_view word = at.takeWhile([](char c) { return isAlphanumeric(c) || c == '_'; });
    for (const Memory each : kAllMemories)
        if (kMemoryNames[static_cast<std::size_t>(each)] == word)
            memory = each;
    if (memory == Memory::L1 && at.take(" SMALL"))
        memory = Memory::L1Small;
    if (!memory || !at.take(" memory state: "))
        return std::nullopt;
    return memory;
}

void tellNoNumber(std::string_view key, std::string_view value, const TellFault& tell)
{
    constexpr std::size_t kLongest = 40;
    tell("bad-number",
         "has " + std::string(key) + " " + std::string(value.substr(0, kLongest))
             + ", which is no such number; it counts as not known");
}

void readBanks(std::string_view value, BankState& state, const TellFault& tell)
{
    constexpr std::int32_t kMostBanks = 1 << 24;
    std::int32_t banks = 0;
    const auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), banks);
    if (error != std::errc() || end != value.data() + value.size() || banks < 0 || banks > kMostBanks)
        tellNoNumber(kBanks, value, tell);
    else
        state.banks = banks;
}

void readAmount(const Field& field, std::string_view value, BankState& state, const TellFault& tell)
{
    constexpr std::string_view kUnit = " MB";
    const auto bytes = value.ends_with(kUnit) ? megabytes(value.substr(0, value.size() - kUnit.size())) : std::nullopt;
    if (bytes)
        state.*field.value = *bytes;
    else
        tellNoNumber(field.key, value, tell);
}

/// Reads "numBanks: 12, totalBytesPerBank: 1022.169 MB, …}".
void readFields(TextCursor at, BankState& state, const TellFault& tell)
{
    constexpr unsigned kBankBit = 1U << kFields.size();
    unsigned seen = 0;
    for (;;) {
        const std::string_view key = at.takeWhile([](char c) { return isAlphanumeric(c) || c == '_'; });
        const bool isField = at.take(": ");
        const std::string_view value = at.takeWhile([](char c) { return c != ',' && c != '}'; });
        if (!isField || at.isAtEnd()) { // a number that is cut could be any
            tell("bad-line", at.isAtEnd() ? "is cut off" : "is not as it should be");
            break;
        }
        const auto* const field = std::ranges::find(kFields, key, &Field::key);
        const unsigned bit = key == kBanks ? kBankBit : 1U << static_cast<unsigned>(field - kFields.begin());
        const bool isKnown = key == kBanks || field != kFields.end();
        if (isKnown && (seen & bit) != 0)
            tell("bad-line", "has " + std::string(key) + " more than once; the first counts");
        else if (key == kBanks)
            readBanks(value, state, tell);
        else if (isKnown)
            readAmount(*field, value, state, tell);
        seen |= isKnown ? bit : 0;
        if (at.take(", "))
            continue;
        if (!at.take("}") || !trimmed(at.rest()).empty())
            tell("bad-line", "has more on it than it should");
        break;
    }
    if (seen != 2 * kBankBit - 1)
        tell("bad-line", "does not tell all there is of the memory");
}

} // namespace

std::optional<std::int64_t> BankState::ofAllBanks(std::int64_t perBank) const
{
    if (perBank < 0 || banks < 0)
        return std::nullopt;
    return perBank * banks;
}

std::optional<std::int64_t> BankState::fragmentation() const
{
    if (free < 0 || largest < 0 || largest > free)
        return std::nullopt;
    constexpr std::int64_t kWhole = 1000;
    return free == 0 ? 0 : std::llround(static_cast<double>(free - largest) / static_cast<double>(free) * kWhole);
}

std::optional<std::int64_t> megabytes(std::string_view number)
{
    // In whole numbers, so that what is to the nearest byte is exactly that.
    constexpr std::int64_t kMostMegabytes = kMostOfABank >> 20;
    constexpr int kMostDecimals = 9;
    TextCursor at(number);
    const std::string_view whole = at.takeWhile(isDigit, 1, 18);
    std::string_view decimals;
    if (at.take("."))
        decimals = at.takeWhile(isDigit, 1, kMostDecimals);
    if (whole.empty() || !at.isAtEnd() || (number.size() > whole.size() && decimals.empty()))
        return std::nullopt;
    std::int64_t megabytes = 0;
    std::from_chars(whole.data(), whole.data() + whole.size(), megabytes);
    if (megabytes >= kMostMegabytes)
        return std::nullopt;
    std::int64_t part = 0;
    std::int64_t unit = 1;
    for (const char digit : decimals) {
        part = part * 10 + (digit - '0');
        unit *= 10;
    }
    return (megabytes << 20) + ((part << 20) + unit / 2) / unit;
}

double megabytesOf(std::int64_t bytes)
{
    constexpr double kUnit = 1000;
    return std::round(static_cast<double>(bytes) / kMegabyte * kUnit) / kUnit;
}

void keepPossible(BankState& state, const TellFault& tell)
{
    for (const Field& field : kFields)
        if (state.*field.value > kMostOfAll / std::max(state.banks, 1)) {
            tell("bad-number", "tells of more memory than there can be; it counts as not known");
            state.*field.value = -1;
        }
}

std::optional<MemoryLine> readMemoryLine(std::string_view text, const TellFault& tell)
{
    TextCursor at(text);
    const auto memory = takeHead(at);
    if (!memory)
        return std::nullopt;
    MemoryLine line{*memory, {}};
    if (!at.take("MemoryView{")) {
        tell("bad-line", "has no MemoryView");
        return line;
    }
    readFields(at, line.state, tell);
    keepPossible(line.state, tell);
    return line;
}

} // namespace tidemark::ttxla
