#include "core/view/memory_names.h"

#include "core/text/text_cursor.h"

#include <algorithm>
#include <charconv>

namespace tidemark {

std::optional<std::int64_t> memoryNumber(std::span<const std::string_view> names, std::string_view text)
{
    const auto upper = [](char c) { return isLower(c) ? static_cast<char>(c - 'a' + 'A') : c; };
    for (std::size_t i = 0; i < names.size(); ++i)
        if (std::ranges::equal(names[i], text, {}, upper, upper))
            return static_cast<std::int64_t>(i);
    std::int64_t number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    return error == std::errc() && end == text.data() + text.size() ? std::optional(number) : std::nullopt;
}

} // namespace tidemark
