#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace tidemark {

/// A problem in the input from which the program recovered. `text` describes the first occurrence.
struct Warning {
    std::string code; // stable, kebab-case, for programs
    std::string text;
    std::uint64_t count = 1;
    std::optional<std::uint64_t> offset; // byte in the file of the first occurrence
    std::optional<std::int64_t> memory = std::nullopt; // the memory that it is about; absent: the whole program or file
    std::string file = {}; // its file, or "FILE, PROGRAM"; empty: the only file or program that is read

    /// Returns the file and the text, with "(3 times, first at byte 17)" if there is more than one occurrence or an
    /// offset.
    std::string describe() const;
    friend bool operator==(const Warning&, const Warning&) = default;
};

} // namespace tidemark
