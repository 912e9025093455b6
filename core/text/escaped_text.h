#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace tidemark {

/// Resolves the escapes of a literal, given without its quotes. If a literal inside it contains byte `at`, the result
/// is the text of the inner literal.
std::string resolvedLiteral(std::string_view inside, std::size_t at);

/// Finds the string literals of JSON and of Python's repr() in a line from left to right. All calls together read the
/// line once for each kind of quote.
class LiteralFinder
{
public:
    /// `line` must outlive the finder.
    explicit LiteralFinder(std::string_view line);

    /// The bytes between two quotes. `end` is the end of the line if the closing quote is missing.
    struct Literal {
        std::size_t begin = 0;
        std::size_t end = 0;
    };
    /// Returns the outermost literal that contains byte `at`, or nothing. REQUIRES: `at` does not decrease from call to
    /// call.
    std::optional<Literal> around(std::size_t at);

    /// Returns how many bytes were read so far.
    std::size_t examinedBytes() const { return m_examinedBytes; }

private:
    struct Quotes {
        char quote;
        std::size_t last = std::string_view::npos; // position of the last quote before `at`
        std::size_t next = std::string_view::npos; // position of the first quote at `at` or later
    };
    std::size_t quoteFrom(char quote, std::size_t from);

    std::string_view m_line;
    std::array<Quotes, 2> m_quotes = {Quotes{'"'}, Quotes{'\''}};
    std::size_t m_examinedBytes = 0;
};

} // namespace tidemark
