#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tidemark::oom {

/// The texts of a log line that a logger wrote as a JSON object.
struct JsonLine {
    /// At least one text. The value of a usual key, such as "message", if it is one line of a message; else all texts
    /// that contain words of a message, without copies.
    std::vector<std::string> texts;
    /// The value of "rank", else of another key that names the writer, such as "worker" or "host"; may be empty.
    std::string writer;
};

/// Reads a line that ends with a JSON object. A collector may have written a prefix before the object. Returns nothing
/// if there is no such object, or if it has no text.
std::optional<JsonLine> readJsonLine(std::string_view line);

/// Returns whether a text begins like a notebook of Jupyter. `start` is the beginning of the text, 4 KiB of it if it is
/// longer.
bool isNotebook(std::string_view start);

/// Returns the outputs of a notebook, as a terminal would have shown them: printed text, results, and errors with their
/// tracebacks. Returns nothing if the text is no notebook. Source: the schemas of nbformat 3 and 4.
std::optional<std::string> outputsOfNotebook(std::string_view text);

/// Returns the string literals of a line that contain words of a message, with their escapes resolved and without
/// copies: literals of JSON and of Python's repr(), also nested and cut.
std::vector<std::string> literalsOf(std::string_view line);

/// Returns whether the text has only one line. Some loggers write each line of a message separately.
bool isOneLine(std::string_view text);

} // namespace tidemark::oom
