#include "core/tenstorrent/xla/runtime_message.h"

#include "core/text/text_cursor.h"

#include <algorithm>
#include <cstring>

namespace tidemark::ttxla {

// Looks at 16 bytes at once.
bool hasControl(std::string_view text)
{
    using Bytes [[gnu::vector_size(16)]] = unsigned char;
    Bytes found{};
    for (; text.size() >= sizeof(Bytes); text.remove_prefix(sizeof(Bytes))) {
        Bytes bytes;
        std::memcpy(&bytes, text.data(), sizeof bytes);
        found |= reinterpret_cast<Bytes>(((bytes < 0x20) & (bytes != '\t')) | (bytes == 0x7f));
    }
    std::uint64_t halves[2];
    std::memcpy(halves, &found, sizeof halves);
    return (halves[0] | halves[1]) != 0 || std::ranges::any_of(text, [](char c) {
               const auto byte = static_cast<unsigned char>(c);
               return (byte < 0x20 && byte != '\t') || byte == 0x7f;
           });
}

std::string_view wordOf(std::string_view text)
{
    text = trimmedLeft(text);
    return text.substr(0, text.find_first_of(" \t\r\n"));
}

std::optional<std::string_view> behind(std::string_view text, std::string_view words)
{
    const std::size_t at = text.find(words);
    return at == std::string_view::npos ? std::nullopt : std::optional(text.substr(at + words.size()));
}

std::size_t findState(std::string_view text, std::size_t from)
{
    constexpr std::size_t kFarthest = 40; // "Device L1_SMALL "
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
