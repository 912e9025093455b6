#include "core/tenstorrent/xla/runtime_message.h"

#include "core/text/text_cursor.h"

#include <algorithm>

namespace tidemark::ttxla {

std::string_view wordOf(std::string_view text)
{
    text = trimmedLeft(text);
    return text.substr(0, text.find_first_of(" \t\r\n"));
}

std::optional<std::string_view> textAfter(std::string_view text, std::string_view words)
{
    const std::size_t at = text.find(words);
    return at == std::string_view::npos ? std::nullopt : std::optional(text.substr(at + words.size()));
}

std::size_t findState(std::string_view text, std::size_t from)
{
    constexpr std::size_t kFarthest = 40; // longest distance, enough for "Device L1_SMALL "
    for (std::size_t state = text.find(kState, from); state != std::string_view::npos;
         state = text.find(kState, state + 1)) {
        const std::size_t begin = std::max(from, state - std::min(state, kFarthest));
        const std::size_t device = text.substr(begin, state - begin).rfind(kDevice);
        if (device != std::string_view::npos)
            return begin + device;
    }
    return std::string_view::npos;
}

std::size_t findMessage(std::string_view text, std::size_t from)
{
    return std::min(text.find(kExecuting, from), findState(text, from));
}

std::string_view testName(std::string_view text)
{
    const std::size_t begin = text.find("tests/");
    if (begin == std::string_view::npos)
        return {};
    const std::string_view word = wordOf(text.substr(begin));
    const std::size_t colons = word.rfind("::");
    return colons == std::string_view::npos ? std::string_view() : word.substr(colons + 2);
}

} // namespace tidemark::ttxla
