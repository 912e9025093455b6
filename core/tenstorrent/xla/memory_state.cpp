#include "core/tenstorrent/xla/memory_state.h"

#include "core/base/number.h"
#include "core/text/text_cursor.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <string>

namespace tidemark::ttxla {
namespace {

constexpr std::int64_t kMostOfANumber = std::int64_t{1} << 56;

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

/// Takes "Device NAME memory state: MemoryView{".
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

void warnOfBadNumber(std::string_view key, std::string_view value, const ReportFault& warn)
{
    constexpr std::size_t kLongest = 40;
    warn("bad-number",
         "has " + std::string(key) + " " + std::string(value.substr(0, kLongest))
             + ", which is not such a number; it counts as unknown");
}

void readBanks(std::string_view value, BankState& state, const ReportFault& warn)
{
    const auto banks = parseNumber<std::int32_t>(value);
    if (!banks || *banks < 0 || *banks > kMostBanks)
        warnOfBadNumber(kBanks, value, warn);
    else
        state.banks = *banks;
}

void readAmount(const Field& field, std::string_view value, BankState& state, const ReportFault& warn)
{
    constexpr std::string_view kUnit = " MB";
    const auto bytes = value.ends_with(kUnit) ? megabytes(value.substr(0, value.size() - kUnit.size())) : std::nullopt;
    if (bytes)
        state.*field.value = *bytes;
    else
        warnOfBadNumber(field.key, value, warn);
}

/// Takes "1022.169", below kMostOfANumber. Integer arithmetic makes the rounding to the nearest byte exact.
std::optional<std::int64_t> takeMegabytes(TextCursor& at)
{
    constexpr std::int64_t kMostMegabytes = kMostOfANumber >> 20;
    constexpr int kMostDigits = 18;
    constexpr int kMostDecimals = 9;
    std::string_view rest = at.rest();
    const auto takeDigits = [&](std::int64_t& value, int most) {
        int count = 0;
        for (; !rest.empty() && isDigit(rest[0]); rest.remove_prefix(1), ++count)
            value = count < most ? value * 10 + (rest[0] - '0') : value;
        return count <= most ? count : 0;
    };
    std::int64_t whole = 0;
    std::int64_t part = 0;
    std::int64_t unit = 1;
    if (takeDigits(whole, kMostDigits) == 0 || whole >= kMostMegabytes)
        return std::nullopt;
    if (rest.starts_with('.')) {
        rest.remove_prefix(1);
        const int decimals = takeDigits(part, kMostDecimals);
        if (decimals == 0)
            return std::nullopt;
        for (int i = 0; i < decimals; ++i)
            unit *= 10;
    }
    at = TextCursor(rest);
    return (whole << 20) + ((part << 20) + unit / 2) / unit;
}

/// Reads the fields exactly as the runtime prints them. Returns false for any other text.
bool readUsualFields(TextCursor at, BankState& state)
{
    static constexpr std::array<std::string_view, kFields.size()> kBefore
        = {", totalBytesPerBank: ", " MB, totalBytesAllocatedPerBank: ", " MB, totalBytesFreePerBank: ",
           " MB, largestContiguousBytesFreePerBank: "};
    constexpr int kMostDigits = 6;
    BankState read;
    if (!at.take("numBanks: "))
        return false;
    const std::string_view banks = at.takeWhile(isDigit, 1, kMostDigits);
    if (banks.empty())
        return false;
    std::from_chars(banks.data(), banks.data() + banks.size(), read.banks);
    for (std::size_t i = 0; i < kFields.size(); ++i) {
        const auto bytes = at.take(kBefore[i]) ? takeMegabytes(at) : std::nullopt;
        if (!bytes)
            return false;
        read.*kFields[i].value = *bytes;
    }
    if (at.rest() != " MB}")
        return false;
    state = read;
    return true;
}

/// Reads "numBanks: 12, totalBytesPerBank: 1022.169 MB, …}".
void readFields(TextCursor at, BankState& state, const ReportFault& warn)
{
    constexpr unsigned kBankBit = 1U << kFields.size();
    unsigned seen = 0;
    for (;;) {
        const std::string_view key = at.takeWhile([](char c) { return isAlphanumeric(c) || c == '_'; });
        const bool isField = at.take(": ");
        const std::string_view value = at.takeWhile([](char c) { return c != ',' && c != '}'; });
        if (!isField || at.isAtEnd()) { // a cut number is not used
            warn("bad-line", at.isAtEnd() ? "is cut" : "has an unknown form");
            break;
        }
        const auto* const field = std::ranges::find(kFields, key, &Field::key);
        const unsigned bit = key == kBanks ? kBankBit : 1U << static_cast<unsigned>(field - kFields.begin());
        const bool isKnown = key == kBanks || field != kFields.end();
        if (isKnown && (seen & bit) != 0)
            warn("bad-line", "has " + std::string(key) + " more than once; the first counts");
        else if (key == kBanks)
            readBanks(value, state, warn);
        else if (isKnown)
            readAmount(*field, value, state, warn);
        seen |= isKnown ? bit : 0;
        if (at.take(", "))
            continue;
        if (!at.take("}") || !trimmed(at.rest()).empty())
            warn("bad-line", "has text after its end");
        break;
    }
    if (seen != 2 * kBankBit - 1)
        warn("bad-line", "lacks numbers of the memory");
}

} // namespace

std::optional<std::int64_t> BankState::fragmentation() const
{
    if (free < 0 || largest < 0 || largest > free)
        return std::nullopt;
    constexpr std::int64_t kWhole = 1000;
    return free == 0 ? 0 : std::llround(static_cast<double>(free - largest) / static_cast<double>(free) * kWhole);
}

std::optional<std::int64_t> megabytes(std::string_view number)
{
    TextCursor at(number);
    const auto bytes = takeMegabytes(at);
    return at.isAtEnd() ? bytes : std::nullopt;
}

double megabytesOf(std::int64_t bytes)
{
    constexpr double kUnit = 1000;
    return std::round(static_cast<double>(bytes) / kMegabyte * kUnit) / kUnit;
}

void keepPossible(BankState& state, const ReportFault& warn)
{
    if (state.banks > kMostBanks) {
        warn("bad-number", "has an impossible number of banks; it counts as unknown");
        state.banks = -1;
    }
    for (const Field& field : kFields)
        if (state.*field.value > kMostOfAllBanks / std::max(state.banks, 1)) {
            warn("bad-number", "has an impossible amount of memory; it counts as unknown");
            state.*field.value = -1;
        }
}

std::optional<MemoryLine> readMemoryLine(std::string_view text, const ReportFault& warn)
{
    TextCursor at(text);
    const auto memory = takeHead(at);
    if (!memory)
        return std::nullopt;
    MemoryLine line{*memory, {}};
    if (!at.take("MemoryView{")) {
        warn("bad-line", "has no MemoryView");
        return line;
    }
    if (!readUsualFields(at, line.state))
        readFields(at, line.state, warn);
    keepPossible(line.state, warn);
    return line;
}

} // namespace tidemark::ttxla
