#include "core/text/copied_text.h"

#include "core/text/text_cursor.h"

#include <algorithm>
#include <array>

namespace tidemark {
namespace {

struct WrittenMark {
    std::string_view as;
    std::string_view meant;
};

constexpr std::array kWritten = {
    WrittenMark{"\xC2\xA0", " "}, WrittenMark{"&nbsp;", " "},  WrittenMark{"&gt;", ">"},
    WrittenMark{"&lt;", "<"},     WrittenMark{"&quot;", "\""}, WrittenMark{"&#34;", "\""},
    WrittenMark{"&#39;", "'"},    WrittenMark{"&#x27;", "'"},  WrittenMark{"&amp;", "&"},
};

constexpr std::string_view kLineEnd = "#012";

/// The control that `#` and three octal digits at the front stand for; '\0': none.
char syslogControl(std::string_view text)
{
    if (text.size() < 4 || text[0] != '#' || text[1] != '0' || text[2] < '0' || text[2] > '3' || text[3] < '0'
        || text[3] > '7' || (text.size() > 4 && isDigit(text[4])))
        return '\0';
    return static_cast<char>((text[2] - '0') * 8 + (text[3] - '0'));
}

} // namespace

bool isCopied(std::string_view text)
{
    if (text.find("\xC2\xA0") != std::string_view::npos)
        return true;
    const std::size_t entity = text.find('&');
    return entity != std::string_view::npos && text.find(';', entity) != std::string_view::npos;
}

std::string withoutCopying(std::string_view text)
{
    std::string plain;
    plain.reserve(text.size());
    while (!text.empty()) {
        const std::size_t next = text.find_first_of("\xC2&");
        plain += text.substr(0, next);
        text.remove_prefix(std::min(next, text.size()));
        bool isFound = false;
        for (const WrittenMark& written : kWritten)
            if (text.starts_with(written.as)) {
                plain += written.meant;
                text.remove_prefix(written.as.size());
                isFound = true;
                break;
            }
        if (!isFound && !text.empty()) {
            plain += text.front();
            text.remove_prefix(1);
        }
    }
    return plain;
}

bool hasSyslogLineEnds(std::string_view line)
{
    for (std::size_t at = line.find(kLineEnd); at != std::string_view::npos; at = line.find(kLineEnd, at + 1))
        if (syslogControl(line.substr(at)) == '\n')
            return true;
    return false;
}

std::string withoutSyslogEscapes(std::string_view line)
{
    std::string text;
    text.reserve(line.size());
    while (!line.empty()) {
        const std::size_t next = line.find('#');
        text += line.substr(0, next);
        line.remove_prefix(std::min(next, line.size()));
        if (line.empty())
            break;
        const char control = syslogControl(line);
        text += control == '\0' ? '#' : control;
        line.remove_prefix(control == '\0' ? 1 : kLineEnd.size());
    }
    return text;
}

} // namespace tidemark
