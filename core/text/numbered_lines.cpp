#include "core/text/numbered_lines.h"

#include "core/text/text_cursor.h"

#include <charconv>

namespace tidemark {
namespace {

struct Numbered {
    std::uint64_t number = 0;
    char mark = '\0';
    std::string_view text; // text after the mark
};

std::optional<Numbered> numberedIn(std::string_view line)
{
    constexpr std::size_t kMostDigits = 9;
    TextCursor at(line);
    const std::string_view digits = at.takeWhile(isDigit, 1, kMostDigits);
    Numbered found;
    found.mark = at.peek();
    if (digits.empty() || !at.takeOneOf(":-"))
        return std::nullopt;
    std::from_chars(digits.data(), digits.data() + digits.size(), found.number);
    found.text = at.rest();
    return found;
}

/// Returns whether the text begins with a word. "0:T(8,128)" is part of a wrapped shape.
bool isWord(std::string_view text)
{
    return text.size() > 1 && isLetter(text[0]) && isAlphanumeric(text[1]);
}

/// Returns whether a search has numbered both lines: it writes no blank after the number. Ranks and dates may count up,
/// too.
bool areCounted(const Numbered& line, const Numbered& next)
{
    constexpr std::size_t kYear = 5; // four digits and the mark
    const auto isOfSearch = [](const Numbered& each) {
        return isWord(each.text) || (each.mark == '-' && (each.text.empty() || !isDigit(each.text[0])));
    };
    const bool areTimed = line.mark == '-' && next.mark == '-' && line.text.size() > kYear
        && line.text.substr(0, kYear) == next.text.substr(0, kYear);
    return next.number == line.number + 1 && (isOfSearch(line) || isOfSearch(next) || areTimed);
}

} // namespace

std::string_view NumberedLines::withoutNumber(std::uint64_t number, std::string_view line, std::string_view next)
{
    const auto written = numberedIn(line);
    const auto after = written ? numberedIn(next) : std::nullopt;
    const std::uint64_t begin = written ? written->number - number : 0; // modulo 2^64
    if (!written
        || (m_begin != begin && !(m_last && *m_last + 1 == written->number) && !isWord(written->text)
            && !(after && areCounted(*written, *after)))) {
        m_begin.reset();
        m_last.reset();
        return line;
    }
    m_begin = begin;
    m_last = written->number;
    return written->text;
}

} // namespace tidemark
