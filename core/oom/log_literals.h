#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tidemark::oom {

/// Returns whether the literal is a single line. Some loggers write each line of a message separately.
bool isOneLine(std::string_view literal);

/// The string literals of a line that may contain a message, each once.
struct Literals {
    std::vector<std::string> texts;
    std::string_view key; // JSON key of the first literal
};
Literals literalsOf(std::string_view text);

/// Returns the message line in a line of JSON: the value of `key`, which earlier lines used, or of a usual name if
/// `key` is empty.
std::optional<std::string> lineOfJson(std::string_view text, std::string_view key);

/// Returns the position of the JSON that ends a line and contains a message line. Collectors write a time and a name
/// before such JSON. Returns 0 if there is none.
std::size_t beginOfJson(std::string_view text, std::string_view key);

/// Returns the writer of a line of JSON, from the first of these that it has: "rank": 3, "worker": "w-7", "pod_name":
/// "train-0", "host": "h-2".
std::string writerOfJson(std::string_view line);

/// Returns whether the line is a part of JSON or YAML that is written over several lines. isPartOfList() returns false
/// for a line that contains words of a message.
bool isPartOfList(std::string_view line);
bool isPartOfYaml(std::string_view line);

} // namespace tidemark::oom
