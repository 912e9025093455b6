#include "core/base/text.h"
#include "core/tenstorrent/xla/profile.h"
#include "core/text/text_cursor.h"

#include <charconv>

namespace tidemark::ttxla {
namespace {

constexpr std::string_view kSentence = "Out of Memory: Not enough space to allocate ";

std::optional<std::int64_t> takeNumber(TextCursor& at)
{
    constexpr std::int64_t kMost = std::int64_t{1} << 61;
    const std::string_view digits = at.takeWhile(isDigit, 1, 18);
    std::int64_t number = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
    return digits.empty() || error != std::errc() || number >= kMost ? std::nullopt : std::optional(number);
}

/// Takes "WORDS 17 B". Takes nothing if it is cut off.
std::optional<std::int64_t> takeBytes(TextCursor& at, std::string_view words)
{
    TextCursor rest = at;
    if (!rest.take(words))
        return std::nullopt;
    const auto number = takeNumber(rest);
    if (!number || !rest.take(" B") || isAlphanumeric(rest.peek()))
        return std::nullopt;
    at = rest;
    return number;
}

std::optional<Memory> memoryOf(std::string_view buffer)
{
    for (const Memory memory : kAllMemories)
        if (kMemoryNames[static_cast<std::size_t>(memory)] == buffer)
            return memory;
    return std::nullopt;
}

} // namespace

std::optional<OutOfMemory> readOutOfMemory(std::string_view text)
{
    const std::size_t begin = text.find(kSentence);
    if (begin == std::string_view::npos)
        return std::nullopt;
    TextCursor at(text.substr(begin));
    OutOfMemory found;
    const auto bytes = takeBytes(at, kSentence);
    if (!bytes || !at.take(" "))
        return std::nullopt;
    found.bytes = *bytes;
    found.buffer = validUtf8(at.takeWhile([](char c) { return isAlphanumeric(c) || c == '_'; }, 1, 40));
    found.memory = memoryOf(found.buffer);
    if (!at.take(" buffer across "))
        return std::nullopt;
    const auto banks = takeNumber(at);
    if (!banks || !at.take(" banks, where each bank needs to store"))
        return std::nullopt;
    const auto perBank = takeBytes(at, " ");
    if (!perBank)
        return std::nullopt;
    std::int64_t all = 0;
    if (__builtin_mul_overflow(*banks, *perBank, &all))
        return std::nullopt;
    found.banks = *banks;
    found.perBank = *perBank;
    if (!at.take(", but bank size is "))
        return found;
    at.take("only ");
    found.bankSize = takeBytes(at, "");
    if (!found.bankSize)
        return found;
    TextCursor rest = at;
    const auto allocated = takeBytes(rest, " (allocated: ");
    const auto free = allocated ? takeBytes(rest, ", free: ") : std::nullopt;
    const auto largest = free ? takeBytes(rest, ", largest free block: ") : std::nullopt;
    if (largest && rest.take(")")) {
        found.allocated = allocated;
        found.free = free;
        found.largest = largest;
    }
    return found;
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

} // namespace tidemark::ttxla
