#include "core/tenstorrent/tt_xla/memory_state.h"

#include "core/base/characters.h"
#include "core/base/find.h"
#include "core/base/number.h"
#include "core/text/text_cursor.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <string>

namespace tidemark::ttxla {
namespace {

/// Takes "Device NAME memory state: MemoryView{".
std::optional<Memory> takeHead(TextCursor& at)
{
    if (!at.take("Device "))
        return std::nullopt;
    std::optional<Memory> memory = memoryNamed(at.takeWhile([](char c) { return isAlphanumeric(c) || c == '_'; }));
    if (memory == Memory::L1 && at.take(" SMALL"))
        memory = Memory::L1Small;
    if (!memory || !at.take(" memory state: "))
        return std::nullopt;
    return memory;
}

/// Returns false if the value is no such number.
bool readField(const BankField& field, std::string_view value, BankState& state)
{
    if (!field.amount) {
        const auto banks = parseNumber<std::int32_t>(value);
        const bool isPossible = banks && *banks >= 0 && *banks <= kMostBanks;
        state.banks = isPossible ? *banks : -1;
        return isPossible;
    }
    constexpr std::string_view kUnit = " MB";
    const auto bytes
        = value.ends_with(kUnit) ? tenstorrent::megabytes(value.substr(0, value.size() - kUnit.size())) : std::nullopt;
    state.*field.amount = bytes.value_or(-1);
    return bytes.has_value();
}

/// Reads "numBanks: 12, totalBytesPerBank: 1022.169 MB, …}".
void readFields(TextCursor at, BankState& state, const ReportFault& warn)
{
    unsigned seen = 0;
    for (;;) {
        const std::string_view key = at.takeWhile([](char c) { return isAlphanumeric(c) || c == '_'; });
        const bool isField = at.take(": ");
        const std::string_view value = at.takeWhile([](char c) { return c != ',' && c != '}'; });
        if (!isField || at.isAtEnd()) { // a cut number is not used
            warn("bad-line", at.isAtEnd() ? "is cut" : "has an unknown form");
            break;
        }
        if (const BankField* const field = findFirst(kBankFields, key, &BankField::key)) {
            const unsigned bit = 1U << (field - kBankFields.data());
            constexpr std::size_t kLongest = 40;
            if ((seen & bit) != 0)
                warn("bad-line", "has " + std::string(key) + " more than once; the first counts");
            else if (!readField(*field, value, state))
                warn("bad-number",
                     "has " + std::string(key) + " " + std::string(value.substr(0, kLongest))
                         + ", which is not such a number; it counts as unknown");
            seen |= bit;
        }
        if (at.take(", "))
            continue;
        if (!at.take("}") || !trimmed(at.rest()).empty())
            warn("bad-line", "has text after its end");
        break;
    }
    if (seen != (1U << kBankFields.size()) - 1)
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

double megabytesOf(std::int64_t bytes)
{
    constexpr double kUnit = 1000;
    return std::round(static_cast<double>(bytes) / tenstorrent::kMegabyte * kUnit) / kUnit;
}

void keepPossible(BankState& state, const ReportFault& warn)
{
    if (state.banks > kMostBanks) {
        warn("bad-number", "has an impossible number of banks; it counts as unknown");
        state.banks = -1;
    }
    for (const BankField& field : kBankFields)
        if (field.amount && state.*field.amount > kMostOfAllBanks / std::max(state.banks, 1)) {
            warn("bad-number", "has an impossible amount of memory; it counts as unknown");
            state.*field.amount = -1;
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
    readFields(at, line.state, warn);
    keepPossible(line.state, warn);
    return line;
}

} // namespace tidemark::ttxla
