#pragma once

#include "core/base/warnings.h"
#include "core/include/tidemark/result.h"

#include <cstdint>
#include <string_view>

namespace tidemark::xla {

/// Reads a text report line by line. Compilers end every line, so a last line without an end is cut off. It is not
/// returned, and there is a warning about it.
class ReportLines
{
public:
    ReportLines(std::string_view text, Warnings& warnings)
        : m_text(text)
        , m_warnings(warnings)
    { }

    /// Moves to the next line. Returns false at the end.
    bool next();
    /// The line without its end.
    std::string_view line() const { return m_line; }
    std::string_view trimmedLine() const;
    /// Makes next() read the current line again.
    void putBack();
    /// The number of the line, from 1.
    std::uint64_t number() const { return m_number; }
    /// Warns that the line is left out, because it cannot be read or used. `why` is the reason.
    void leaveOut(std::string_view why);
    /// Returns whether a line was left out or the last line has no end.
    bool isDamaged() const { return m_isDamaged; }

private:
    std::string_view m_text;
    std::string_view m_line;
    std::size_t m_begin = 0; // offset of the line
    std::size_t m_next = 0; // offset of the next line
    std::uint64_t m_number = 0;
    bool m_isDamaged = false;
    Warnings& m_warnings;
};

/// The error of a report that has nothing of what it should have: "the report has no live range".
Error unreadable(const std::string& what, const Warnings& warnings);

} // namespace tidemark::xla
