#include "core/tenstorrent/train/summary_line.h"

#include "core/tenstorrent/train/run.h"
#include "core/text/text_cursor.h"

#include <algorithm>
#include <charconv>
#include <cmath>

namespace tidemark::tt {
namespace {

constexpr double kMost = 2305843009213693952.0; // 2^61, so that the sum of two numbers cannot overflow

} // namespace

std::optional<std::int64_t> megabytes(double number)
{
    if (!(std::abs(number) * kMegabyte < kMost)) // also rejects NaN
        return std::nullopt;
    return std::llround(number * kMegabyte);
}

std::optional<std::int64_t> megabytes(std::string_view number)
{
    const bool isSigned = number.starts_with('+') || number.starts_with('-');
    const std::string_view digits = number.substr(isSigned ? 1 : 0);
    if (number.starts_with('+'))
        number = digits;
    if (digits.empty() || !isDigit(digits.front()) || std::ranges::count(digits, '.') > 1
        || !std::ranges::all_of(digits, [](char c) { return isDigit(c) || c == '.'; }))
        return std::nullopt;
    double value = 0;
    const auto [end, error] = std::from_chars(number.data(), number.data() + number.size(), value);
    if (error != std::errc() || end != number.data() + number.size())
        return std::nullopt;
    return megabytes(value);
}

double writtenMegabytes(std::int64_t bytes)
{
    constexpr double kRounding = 8; // bytes; some amounts are sums of printed numbers
    const double written = std::round(static_cast<double>(bytes) / kMegabyte * 100) / 100;
    const bool isWritten = std::abs(written * kMegabyte - static_cast<double>(bytes)) <= kRounding;
    return isWritten ? written : static_cast<double>(bytes) / kMegabyte;
}

std::optional<std::uint64_t> groupedDigits(std::string_view digits)
{
    std::uint64_t number = 0;
    if (digits.empty() || !isDigit(digits.front()) || !isDigit(digits.back()))
        return std::nullopt;
    for (const char c : digits) {
        if (c == ',')
            continue;
        if (!isDigit(c) || number >= (std::uint64_t{1} << 58) / 10)
            return std::nullopt;
        number = number * 10 + static_cast<std::uint64_t>(c - '0');
    }
    return number;
}

std::string_view readFields(std::string_view text, std::span<Field> fields)
{
    TextCursor at(text);
    for (std::size_t i = 0; i < fields.size(); ++i) {
        at.skipSpaces();
        if ((i > 0 && !at.take(",")) || (at.skipSpaces(), !at.take(fields[i].label)) || !at.skipSpaces())
            return at.isAtEnd() ? "is cut" : "has an unknown form";
        fields[i].text = at.takeWhile([](char c) { return !isSpace(c) && c != ','; });
        at.skipSpaces();
        // A number without its unit may have been cut off, so that it is not used.
        if (!at.take("MB"))
            return at.isAtEnd() ? "is cut" : "has an unknown form";
        fields[i].bytes = megabytes(fields[i].text);
        if (fields[i].bytes && *fields[i].bytes < 0 && !fields[i].maySink)
            fields[i].bytes.reset();
    }
    at.skipSpaces();
    return at.isAtEnd() ? "" : "has text after its end";
}

std::string_view phaseName(std::string_view line)
{
    constexpr std::string_view kBefore = "--- ";
    constexpr std::string_view kAfter = " ---";
    const std::string_view text = trimmed(line);
    if (text.size() <= kBefore.size() + kAfter.size() || !text.starts_with(kBefore) || !text.ends_with(kAfter))
        return {};
    return trimmed(text.substr(kBefore.size(), text.size() - kBefore.size() - kAfter.size()));
}

std::optional<std::string_view> parameterDigits(std::string_view line)
{
    for (const std::string_view words : {"Number of parameters:", "Total parameters:"}) {
        const std::size_t at = line.find(words);
        if (at == std::string_view::npos)
            continue;
        TextCursor rest(line.substr(at + words.size()));
        rest.skipSpaces();
        std::string_view digits = rest.takeWhile([](char c) { return isDigit(c) || c == ','; });
        while (digits.ends_with(','))
            digits.remove_suffix(1);
        return digits;
    }
    return std::nullopt;
}

} // namespace tidemark::tt
