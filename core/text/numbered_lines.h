#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace tidemark {

/// Takes away the numbers that a search writes before the lines it prints, "101:" of one with the words and "102-" of
/// those around it: the first where a word follows at once, as it does not behind a rank, or the next line goes on
/// counting; the next where they go on.
class NumberedLines
{
public:
    /// `number`: of the line in the log. `next`: the line after it, as far as it is known. The line without the number
    /// that is written in it.
    std::string_view withoutNumber(std::uint64_t number, std::string_view line, std::string_view next = {});

private:
    std::optional<std::uint64_t> m_begin; // what the lines before were numbered from
    std::optional<std::uint64_t> m_last; // the number of the one before
};

} // namespace tidemark
