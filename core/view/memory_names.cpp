#include "core/view/memory_names.h"

#include "core/base/number.h"
#include "core/text/text_cursor.h"

#include <algorithm>

namespace tidemark {

std::optional<std::int64_t> memoryNumber(std::span<const std::string_view> names, std::string_view text)
{
    const auto upper = [](char c) { return isLower(c) ? static_cast<char>(c - 'a' + 'A') : c; };
    for (std::size_t i = 0; i < names.size(); ++i)
        if (std::ranges::equal(names[i], text, {}, upper, upper))
            return static_cast<std::int64_t>(i);
    return parseNumber(text);
}

} // namespace tidemark
