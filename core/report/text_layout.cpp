#include "core/report/text_layout.h"

#include "core/base/text.h"

namespace tidemark {
namespace {

bool isContinuation(char c)
{
    return (static_cast<unsigned char>(c) & 0xc0) == 0x80;
}

} // namespace

std::string wrapped(std::string_view text, std::size_t columns, const std::string& indent)
{
    std::string result;
    std::size_t column = 0;
    bool isFirst = true;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find(' '), text.size());
        const std::string_view word = text.substr(0, end);
        text.remove_prefix(std::min(end + 1, text.size()));
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
