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
    Field{"totalBytesPerBank: ", &BankState::total},
    Field{"totalBytesAllocatedPerBank: ", &BankState::allocated},
    Field{"totalBytesFreePerBank: ", &BankState::free},
    Field{"largestContiguousBytesFreePerBank: ", &BankState::largest},
};

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

/// What stands behind a key, up to a comma or the closing brace; absent where it is not there or cut.
std::optional<std::string_view> valueOf(std::string_view fields, std::string_view key)
{
    for (std::size_t at = fields.find(key); at != std::string_view::npos; at = fields.find(key, at + 1)) {
        if (at > 0 && fields[at - 1] != ' ' && fields[at - 1] != '{')
            continue; // the end of a longer key
        const std::string_view rest = fields.substr(at + key.size());
        const std::size_t end = rest.find_first_of(",}");
        if (end == std::string_view::npos)
            return std::nullopt;
        return rest.substr(0, end);
    }
    return std::nullopt;
}

/// Whether the key is there more than once: no one can say which counts.
bool isTwice(std::string_view fields, std::string_view key)
{
    const std::size_t first = fields.find(key);
    return first != std::string_view::npos && valueOf(fields.substr(first + 1), key).has_value();
}

std::string inWords(std::string_view key, std::string_view value)
{
    constexpr std::size_t kLongest = 40;
    return "has " + std::string(key.substr(0, key.find(':'))) + " " + std::string(value.substr(0, kLongest))
        + ", which is no such number; it counts as not known";
}

void readBanks(std::string_view fields, BankState& state, const TellFault& tell)
{
    constexpr std::string_view kKey = "numBanks: ";
    constexpr std::int32_t kMostBanks = 1 << 24;
    const auto text = valueOf(fields, kKey);
    if (!text || isTwice(fields, kKey)) {
        tell("bad-line", text ? "has numBanks more than once" : "has no whole numBanks");
        return;
    }
    std::int32_t banks = 0;
    const auto [end, error] = std::from_chars(text->data(), text->data() + text->size(), banks);
    if (error != std::errc() || end != text->data() + text->size() || banks < 0 || banks > kMostBanks)
        tell("bad-number", inWords(kKey, *text));
    else
        state.banks = banks;
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
    const std::string_view fields = at.rest();
    readBanks(fields, line.state, tell);
    for (const Field& field : kFields) {
        const auto value = valueOf(fields, field.key);
        if (!value || isTwice(fields, field.key)) {
            tell("bad-line",
                 (value ? "has more than one " : "has no whole ")
                     + std::string(field.key.substr(0, field.key.find(':'))));
            continue;
        }
        constexpr std::string_view kUnit = " MB";
        const auto bytes
            = value->ends_with(kUnit) ? megabytes(value->substr(0, value->size() - kUnit.size())) : std::nullopt;
        if (bytes)
            line.state.*field.value = *bytes;
        else
            tell("bad-number", inWords(field.key, *value));
    }
    keepPossible(line.state, tell);
    const std::string_view end = trimmed(fields.substr(std::min(fields.find('}'), fields.size())));
    if (end != "}")
        tell("bad-line", end.empty() ? "is cut off" : "has more on it than it should");
    return line;
}

} // namespace tidemark::ttxla
