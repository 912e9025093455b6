#include "core/tenstorrent/megabytes.h"

#include "core/text/text_cursor.h"

namespace tidemark {

std::optional<std::int64_t> megabytes(std::string_view number)
{
    constexpr std::int64_t kMost = std::int64_t{1} << 36; // MB
    constexpr std::size_t kMostDecimals = 9;
    TextCursor at(number);
    const auto whole = takeCount(at);
    if (!whole || *whole >= kMost)
        return std::nullopt;
    // Integer arithmetic makes the rounding to the nearest byte exact.
    std::int64_t part = 0;
    std::int64_t unit = 1;
    if (at.take(".")) {
        const std::string_view decimals = at.takeWhile(isDigit, 1, kMostDecimals);
        if (decimals.empty())
            return std::nullopt;
        for (const char digit : decimals) {
            part = part * 10 + (digit - '0');
            unit *= 10;
        }
    }
    return at.isAtEnd() ? std::optional((*whole << 20) + ((part << 20) + unit / 2) / unit) : std::nullopt;
}

} // namespace tidemark
