#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace tidemark {

/// The text of the string literal that byte `at` of a line is in: of JSON, or as repr() writes it, also several times
/// over. The line itself where there is none, with the escapes it has resolved.
std::string literalAround(std::string_view line, std::size_t at);

/// Where that literal ends in the line; npos where there is none, or it is cut.
std::size_t literalEnd(std::string_view line, std::size_t at);

/// The name that a line of JSON gives the string that byte `at` is in: "log"; empty where it has none.
std::string_view keyOfString(std::string_view line, std::size_t at);

/// The string that a line of JSON has under a name, at any depth; absent where it has none.
std::optional<std::string> stringOfKey(std::string_view line, std::string_view key);

/// What a line of logfmt has as its message: `level=error msg="…"`; absent: it is none.
std::optional<std::string> messageOfLogfmt(std::string_view line);

/// A line of JSON that is written over several lines: `"message": "…",` or `"…",`.
struct JsonMember {
    std::string_view key; // empty: an element of a list
    std::optional<std::string> text; // absent: its value is no string that ends with the line
    bool isQuoted = true; // else it may be anything
};
std::optional<JsonMember> memberOfJson(std::string_view line);

/// The same of YAML: `textPayload: "…"`, `- '…'`, `severity: ERROR`.
std::optional<JsonMember> memberOfYaml(std::string_view line);

} // namespace tidemark
