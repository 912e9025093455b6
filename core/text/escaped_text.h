#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace tidemark {

/// Returns the text of the string literal that contains byte `at` of a line, for literals of JSON and of Python's
/// repr(), also nested. Returns the line itself, with its escapes resolved, if no literal contains the byte.
std::string literalAround(std::string_view line, std::size_t at);

/// Resolves the escapes of a literal, given without its quotes. If a literal inside it contains byte `at`, the result
/// is the text of the inner literal.
std::string resolvedLiteral(std::string_view inside, std::size_t at);

/// Finds the string literals of a line from left to right. All calls together read the line once for each kind of
/// quote.
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

/// Returns the key of the JSON string that contains byte `at`: "log". Empty if it has no key.
std::string_view keyOfString(std::string_view line, std::size_t at);

/// Returns the string under a key of a JSON line, at any depth, or nothing.
std::optional<std::string> stringOfKey(std::string_view line, std::string_view key);

/// Returns the message of a logfmt line such as `level=error msg="…"`, or nothing.
std::optional<std::string> messageOfLogfmt(std::string_view line);

/// Returns the string of a line of pretty-printed JSON: `"message": "…",` or `"…",`.
struct JsonMember {
    std::string_view key; // empty for an element of a list
    std::optional<std::string> text; // absent if the value is not a string that ends with the line
    bool isQuoted = true; // false: the value has no quotes, so its type is not certain
};
std::optional<JsonMember> memberOfJson(std::string_view line);

/// The same for YAML: `textPayload: "…"`, `- '…'`, `severity: ERROR`.
std::optional<JsonMember> memberOfYaml(std::string_view line);

} // namespace tidemark
