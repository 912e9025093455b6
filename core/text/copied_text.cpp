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
    WrittenMark{"\xC2\xA0", " "}, WrittenMark{"&nbsp;", " "}, WrittenMark{"&gt;", ">"},    WrittenMark{"&lt;", "<"},
    WrittenMark{"&quot;", "\""},  WrittenMark{"&#34;", "\""}, WrittenMark{"&#39;", "'"},   WrittenMark{"&#x27;", "'"},
    WrittenMark{"&amp;", "&"},    WrittenMark{"&#10;", "\n"}, WrittenMark{"&#xa;", "\n"},  WrittenMark{"&#xA;", "\n"},
    WrittenMark{"<br>", "\n"},    WrittenMark{"<br/>", "\n"}, WrittenMark{"<br />", "\n"},
};

constexpr std::array<std::string_view, 10> kTags
    = {"span", "pre", "div", "code", "html", "body", "p", "td", "tr", "table"};
constexpr std::array<std::string_view, 3> kBorders = {"\xE2\x94\x82", "\xE2\x94\x83", "\xE2\x95\x91"}; // │ ┃ ║

/// The length of the HTML tag at the start, `<span class="…">` or `</pre>`; 0 if there is none.
std::size_t lengthOfTag(std::string_view text)
{
    TextCursor at(text);
    if (!at.take("<"))
        return 0;
    at.take("/");
    const std::string_view name = at.takeWhile(isLower, 1, 10);
    const std::size_t end = text.find('>');
    const bool isTag = std::ranges::find(kTags, name) != kTags.end() && (at.peek() == '>' || at.peek() == ' ');
    return isTag && end != std::string_view::npos ? end + 1 : 0;
}

constexpr std::string_view kLineEnd = "#012";

/// The control character that `#` and three octal digits at the start stand for, or '\0'.
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
    const std::size_t tag = text.find('<');
    if (tag != std::string_view::npos)
        for (const std::string_view start : {"<br", "</", "<span", "<pre", "<div", "<code"})
            if (text.find(start, tag) != std::string_view::npos)
                return true;
    const std::size_t entity = text.find('&');
    return entity != std::string_view::npos && text.find(';', entity) != std::string_view::npos;
}

std::string withoutCopying(std::string_view text)
{
    std::string plain;
    plain.reserve(text.size());
    while (!text.empty()) {
        const std::size_t next = text.find_first_of("\xC2&<");
        plain += text.substr(0, next);
        text.remove_prefix(std::min(next, text.size()));
        const std::size_t tag = lengthOfTag(text);
        text.remove_prefix(tag);
        bool isFound = tag > 0;
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

std::string_view withoutBorders(std::string_view line)
{
    const std::string_view left = trimmedLeft(line);
    for (const std::string_view border : kBorders) {
        if (!left.starts_with(border))
            continue;
        line = left.substr(border.size());
        if (line.starts_with(' '))
            line.remove_prefix(1);
        std::string_view right = trimmed(line);
        if (right.ends_with(border))
            line = line.substr(0, static_cast<std::size_t>(right.data() - line.data()) + right.size() - border.size());
        break;
    }
    return line;
}

bool hasDoubledQuotes(std::string_view text)
{
    constexpr std::string_view kValue = "=\"\"";
    for (std::size_t at = text.find(kValue); at != std::string_view::npos; at = text.find(kValue, at + 1))
        if (at + kValue.size() < text.size()
            && (isAlphanumeric(text[at + kValue.size()]) || text[at + kValue.size()] == '/'))
            return true;
    return false;
}

std::string withoutDoubledQuotes(std::string_view text)
{
    std::string plain;
    for (std::size_t i = 0; i < text.size(); ++i) {
        plain += text[i];
        i += text.substr(i).starts_with("\"\"") ? 1U : 0U;
    }
    return plain;
}

std::optional<CsvRow> withoutFieldQuotes(std::string_view line)
{
    constexpr std::size_t kFarthest = 400; // longest columns before a message, in bytes
    if (line.substr(0, kFarthest).find(",\"") == std::string_view::npos)
        return std::nullopt; // true for most lines
    CsvRow row;
    for (std::size_t at = 0; at < std::min(line.size(), kFarthest);) {
        if (line[at] != '"') {
            const std::size_t end = line.find_first_of(",\"()[]{}", at);
            if (end == std::string_view::npos || line[end] != ',')
                return std::nullopt;
            row.text += line.substr(at, end + 1 - at);
            at = end + 1;
            continue;
        }
        row.field = row.text.size();
        row.isOpen = true;
        for (++at; at < line.size() && row.isOpen; ++at) {
            const bool isDoubled = line.substr(at).starts_with("\"\"");
            row.isOpen = line[at] != '"' || isDoubled;
            if (row.isOpen)
                row.text += line[at];
            at += isDoubled ? 1U : 0U;
        }
        if (row.isOpen || at == line.size())
            return row.field > 0 ? std::optional(std::move(row)) : std::nullopt;
        if (line[at++] != ',')
            return std::nullopt;
        row.text += ',';
    }
    return std::nullopt;
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
