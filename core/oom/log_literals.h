#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tidemark::oom {

/// As loggers write each line of a message by itself.
bool isOneLine(std::string_view literal);

/// String literals of a line that may hold a message, each once.
struct Literals {
    std::vector<std::string> texts;
    std::string_view key; // of the first, in JSON
};
Literals literalsOf(std::string_view text);

/// What a line of JSON has of a message, under a name that lines before had, or that is usual.
std::optional<std::string> lineOfJson(std::string_view text, std::string_view key);

/// Where the JSON begins that ends a line and has a line of a message: behind a time and a name, as collectors write
/// them. 0: there is none.
std::size_t beginOfJson(std::string_view text, std::string_view key);

/// Who wrote a line of JSON: "rank": 3, "worker": "w-7", "pod_name": "train-0", "host": "h-2", in this order.
std::string writerOfJson(std::string_view line);

/// What else stands between the members of JSON or YAML that is written over several lines.
bool isPartOfList(std::string_view line);
bool isPartOfYaml(std::string_view line);

} // namespace tidemark::oom
