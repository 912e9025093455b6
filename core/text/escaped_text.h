#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace tidemark {

/// Returns the text of the string literal that contains byte `at` of a line, for literals of JSON and of Python's
/// repr(), also nested. Returns the line itself, with its escapes resolved, if no literal contains the byte.
std::string literalAround(std::string_view line, std::size_t at);

/// Returns where that literal ends in the line, or npos if there is none or it is cut.
std::size_t literalEnd(std::string_view line, std::size_t at);

/// Returns the key of the JSON string that contains byte `at`: "log". Empty if it has no key.
std::string_view keyOfString(std::string_view line, std::size_t at);

/// Returns the string under a key of a JSON line, at any depth, or nothing.
std::optional<std::string> stringOfKey(std::string_view line, std::string_view key);

/// Returns the message of a logfmt line such as `level=error msg="…"`, or nothing.
std::optional<std::string> messageOfLogfmt(std::string_view line);

/// Returns the string of a line of pretty-printed JSON: `"message": "…",` or `"…",`.
struct JsonMember {
    std::string_view key; // empty: an element of a list
    std::optional<std::string> text; // absent: its value is no string that ends with the line
    bool isQuoted = true; // else it may be anything
};
std::optional<JsonMember> memberOfJson(std::string_view line);

/// The same for YAML: `textPayload: "…"`, `- '…'`, `severity: ERROR`.
std::optional<JsonMember> memberOfYaml(std::string_view line);

} // namespace tidemark
