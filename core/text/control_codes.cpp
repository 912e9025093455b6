#include "core/text/control_codes.h"

#include <cstdint>
#include <cstring>

namespace tidemark {
namespace {

constexpr char kEscape = '\x1b';

/// The length of the escape sequence at the start of the text.
std::size_t escapeLength(std::string_view text)
{
    const auto endsAt = [&](std::size_t from, auto isEnd) {
        for (std::size_t i = from; i < text.size(); ++i)
            if (isEnd(text[i]))
                return i + 1;
        return text.size();
    };
    if (text.size() < 2)
        return text.size();
    if (text[1] == '[')
        return endsAt(2, [](char c) { return c >= '@' && c <= '~'; });
    if (text[1] == ']' || text[1] == '_') // window titles; Buildkite's times
        return endsAt(2, [](char c) { return c == '\a' || c == '\\'; });
    return 2;
}

bool isControl(char c)
{
    return (static_cast<unsigned char>(c) < 0x20 && c != '\t') || c == '\x7f';
}

} // namespace

// Checks 16 bytes at a time.
std::size_t plainLength(std::string_view text)
{
    using Bytes [[gnu::vector_size(16)]] = unsigned char;
    std::size_t i = 0;
    for (; i + sizeof(Bytes) <= text.size(); i += sizeof(Bytes)) {
        Bytes bytes;
        std::memcpy(&bytes, text.data() + i, sizeof bytes);
        const auto controls = ((bytes < 0x20) & (bytes != '\t')) | (bytes == 0x7f);
        std::uint64_t halves[2];
        std::memcpy(halves, &controls, sizeof halves);
        if ((halves[0] | halves[1]) != 0)
            break;
    }
    while (i < text.size() && !isControl(text[i]))
        ++i;
    return i;
}

std::string withoutControls(std::string_view raw)
{
    constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
    if (raw.starts_with(kByteOrderMark))
        raw.remove_prefix(kByteOrderMark.size());
    while (!raw.empty() && (raw.back() == '\r' || raw.back() == '\n'))
        raw.remove_suffix(1);
    std::string text;
    text.reserve(raw.size());
    while (!raw.empty()) {
        const std::size_t plain = plainLength(raw);
        text += raw.substr(0, plain);
        raw.remove_prefix(plain);
        if (raw.empty())
            break;
        if (raw.front() == '\r')
            text.clear(); // a carriage return overwrites the line
        raw.remove_prefix(raw.front() == kEscape ? escapeLength(raw) : 1);
    }
    return text;
}

bool hasStrayControls(std::string_view line)
{
    while (line.ends_with('\r'))
        line.remove_suffix(1);
    for (std::size_t at = plainLength(line); at < line.size(); at = plainLength(line)) {
        line.remove_prefix(at);
        if (!line.starts_with("\x1b["))
            return true;
        const std::size_t end = line.find_first_not_of("0123456789;", 2);
        if (end == std::string_view::npos || line[end] != 'm')
            return true;
        line.remove_prefix(end + 1);
    }
    return false;
}

} // namespace tidemark
