#pragma once

#include "core/base/warnings.h"

#include <cstdint>
#include <string_view>

namespace tidemark {

/// The lines of a text report, one after the other. Compilers end each: what stands behind the last end is cut, is no
/// line, and is told.
class ReportLines
{
public:
    ReportLines(std::string_view text, Warnings& warnings)
        : m_text(text)
        , m_warnings(warnings)
    { }

    /// False at the end.
    bool next();
    /// Without its end.
    std::string_view line() const { return m_line; }
    std::string_view trimmedLine() const;
    /// The next one is read again.
    void putBack();
    /// From 1.
    std::uint64_t number() const { return m_number; }
    /// That the line cannot be read, or what it says not used, and why. It is left out.
    void leaveOut(std::string_view why);
    /// Whether something was left out, or the last line has no end.
    bool isDamaged() const { return m_isDamaged; }

private:
    std::string_view m_text;
    std::string_view m_line;
    std::size_t m_begin = 0; // of the line
    std::size_t m_next = 0; // of the next
    std::uint64_t m_number = 0;
    bool m_isDamaged = false;
    Warnings& m_warnings;
};

} // namespace tidemark
