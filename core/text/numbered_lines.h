#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace tidemark {

/// Takes away the numbers that a search writes before the lines it prints, "101:" of one with the words and "102-" of
/// those around it: the first where a word follows at once, as it does not behind a rank; the next where they go on
/// counting.
class NumberedLines
{
public:
    /// `number`: of the line in the log. The line without the number that is written in it.
    std::string_view withoutNumber(std::uint64_t number, std::string_view line);

private:
    std::optional<std::uint64_t> m_begin; // what the lines before were numbered from
};

} // namespace tidemark
