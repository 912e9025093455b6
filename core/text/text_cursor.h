#pragma once

#include "core/base/characters.h"

#include <charconv>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace tidemark {

inline bool isSpace(char c)
{
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

inline std::string_view trimmedLeft(std::string_view text)
{
    while (!text.empty() && isSpace(text.front()))
        text.remove_prefix(1);
    return text;
}
inline std::string_view trimmed(std::string_view text)
{
    text = trimmedLeft(text);
    while (!text.empty() && isSpace(text.back()))
        text.remove_suffix(1);
    return text;
}

/// Takes text from the front. A call that fails takes nothing.
class TextCursor
{
public:
    explicit TextCursor(std::string_view text)
        : m_rest(text)
    { }
    std::string_view rest() const { return m_rest; }
    bool isAtEnd() const { return m_rest.empty(); }
    char peek(std::size_t i = 0) const { return i < m_rest.size() ? m_rest[i] : '\0'; }

    bool take(std::string_view text)
    {
        if (!m_rest.starts_with(text))
            return false;
        m_rest.remove_prefix(text.size());
        return true;
    }
    bool takeOneOf(std::string_view characters)
    {
        return !isAtEnd() && characters.find(m_rest[0]) != std::string_view::npos && (m_rest.remove_prefix(1), true);
    }
    /// Takes as many as there are, if there are at least `least` and at most `most`.
    template <class Is>
    std::string_view takeWhile(Is is, std::size_t least = 0, std::size_t most = std::string_view::npos)
    {
        std::size_t count = 0;
        while (count < m_rest.size() && is(m_rest[count]))
            ++count;
        if (count < least || count > most)
            return {};
        const std::string_view taken = m_rest.substr(0, count);
        m_rest.remove_prefix(count);
        return taken;
    }
    bool takeDigits(std::size_t least, std::size_t most) { return !takeWhile(isDigit, least, most).empty(); }
    bool skipSpaces() { return !takeWhile(isSpace).empty(); }

private:
    std::string_view m_rest;
};

/// Takes a number of 1 to 18 digits. Returns nullopt when there is none.
inline std::optional<std::int64_t> takeCount(TextCursor& cursor)
{
    constexpr std::size_t kMostDigits = 18;
    const std::string_view digits = cursor.takeWhile(isDigit, 1, kMostDigits);
    std::int64_t count = 0;
    if (digits.empty())
        return std::nullopt;
    std::from_chars(digits.data(), digits.data() + digits.size(), count);
    return count;
}

/// Takes the text before `end`, and `end` itself. Returns the text. Returns nullopt and takes nothing when `end` does
/// not occur.
inline std::optional<std::string_view> takeUntil(TextCursor& cursor, std::string_view end)
{
    const std::size_t at = cursor.rest().find(end);
    if (at == std::string_view::npos)
        return std::nullopt;
    const std::string_view text = cursor.rest().substr(0, at);
    cursor = TextCursor(cursor.rest().substr(at + end.size()));
    return text;
}

/// The same after a text.
inline std::optional<std::int64_t> takeCountAfter(TextCursor& cursor, std::string_view before)
{
    return cursor.take(before) ? takeCount(cursor) : std::nullopt;
}

} // namespace tidemark
