#include "core/text/numbered_lines.h"

#include "core/text/text_cursor.h"

#include <charconv>

namespace tidemark {

std::string_view NumberedLines::withoutNumber(std::uint64_t number, std::string_view line)
{
    constexpr std::size_t kMostDigits = 9;
    TextCursor at(line);
    const std::string_view digits = at.takeWhile(isDigit, 1, kMostDigits);
    if (digits.empty() || !at.takeOneOf(":-")) {
        m_begin.reset();
        return line;
    }
    std::uint64_t written = 0;
    std::from_chars(digits.data(), digits.data() + digits.size(), written);
    const std::uint64_t begin = written - number; // modulo 2^64
    const bool isWord = isLetter(at.peek()) && isAlphanumeric(at.peek(1)); // "0:T(8,128)" is of a wrapped shape
    if (m_begin == begin || isWord) {
        m_begin = begin;
        return at.rest();
    }
    m_begin.reset();
    return line;
}

} // namespace tidemark
