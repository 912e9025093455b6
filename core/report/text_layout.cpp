#include "core/report/text_layout.h"

#include "core/base/characters.h"
#include "core/base/text.h"

#include <algorithm>
#include <array>

namespace tidemark {
namespace {

constexpr std::array<std::string_view, 7> kUnitsOfLines = {"%", "B", "KiB", "MiB", "GiB", "TiB", "PiB"};

bool isContinuation(char c)
{
    return (static_cast<unsigned char>(c) & 0xc0) == 0x80;
}

/// Returns the length of the first word of a text. A number and its unit are one word.
std::size_t wordLength(std::string_view text)
{
    const std::size_t end = std::min(text.find(' '), text.size());
    if (end == 0 || end == text.size() || !isDigit(text[end - 1]))
        return end;
    const std::string_view rest = text.substr(end + 1);
    const std::string_view unit = rest.substr(0, rest.find_first_of(" .,;:)"));
    if (std::ranges::find(kUnitsOfLines, unit) == kUnitsOfLines.end())
        return end;
    return end + 1 + std::min(rest.find(' '), rest.size());
}

} // namespace

std::string wrapped(std::string_view text, std::size_t columns, const std::string& indent)
{
    std::string result;
    std::size_t column = 0;
    bool isFirst = true;
    while (!text.empty()) {
        const std::string_view word = text.substr(0, wordLength(text));
        text.remove_prefix(std::min(word.size() + 1, text.size()));
        if (word.empty())
            continue;
        const std::size_t width = terminalColumns(word);
        if (!isFirst && column + 1 + width > columns) {
            result += "\n" + indent;
            column = 0;
        } else if (!isFirst) {
            result += ' ';
            ++column;
        }
        result += word;
        column += width;
        isFirst = false;
    }
    return result;
}

std::string cutEnd(const std::string& text, std::size_t columns)
{
    if (terminalColumns(text) <= columns)
        return text;
    std::size_t kept = 0;
    std::size_t at = 0;
    while (at < text.size() && kept + 1 < columns) {
        ++at;
        while (at < text.size() && isContinuation(text[at]))
            ++at;
        ++kept;
    }
    return text.substr(0, at) + "…";
}

std::string cutStart(const std::string& text, std::size_t columns)
{
    if (terminalColumns(text) <= columns)
        return text;
    std::size_t kept = 0;
    std::size_t at = text.size();
    while (at > 0 && kept + 1 < columns) {
        --at;
        while (at > 0 && isContinuation(text[at]))
            --at;
        ++kept;
    }
    return "…" + text.substr(at);
}

} // namespace tidemark
