#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace tidemark {

/// Removes the line numbers that grep -n writes in front of the lines it prints: "101:" for a matching line and "102-"
/// for a line of context. A first number is removed only where a word follows at once (no word follows a rank at once)
/// or where the next line continues the count. Later numbers are removed as long as the count continues.
class NumberedLines
{
public:
    /// `number` is the line's number in the log, and `next` is the line after it, if it is known. Returns the line
    /// without the number written in it.
    std::string_view withoutNumber(std::uint64_t number, std::string_view line, std::string_view next = {});

private:
    std::optional<std::uint64_t> m_begin; // the offset between written numbers and line numbers so far
    std::optional<std::uint64_t> m_last; // the number written in the line before
};

} // namespace tidemark
