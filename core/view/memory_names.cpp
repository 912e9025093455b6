#include "core/view/memory_names.h"

#include "core/base/characters.h"
#include "core/base/number.h"
#include "core/text/text_cursor.h"

#include <algorithm>

namespace tidemark {

std::optional<std::int64_t> memoryNumber(std::span<const std::string_view> names, std::string_view text)
{
    for (std::size_t i = 0; i < names.size(); ++i)
        if (std::ranges::equal(names[i], text, {}, toUpper, toUpper))
            return static_cast<std::int64_t>(i);
    return parseNumber(text);
}

} // namespace tidemark
