#pragma once

#include "core/text/amount.h"
#include "core/text/text_cursor.h"
#include "core/xla/reports/compiler_report.h"

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

/// A line that describes an allocation, as BufferAllocation::ToShortString of xla/service/buffer_assignment.cc writes
/// it: "allocation 3: size 4096, color 1, parameter 0, shape |f32[8]| at ShapeIndex {}, maybe-live-out:". The size may
/// be rounded.
struct AllocationLine {
    ReportedAllocation allocation;
    Amount size;
    std::string_view unknown; // the first attribute that is not known; empty when all are
};
std::optional<AllocationLine> readAllocationLine(std::string_view line);

/// Returns the path in "{1,0}" without its braces. The text may be empty. Returns nullopt when it is not a path into a
/// shape.
std::optional<std::string_view> readPath(std::string_view text);

/// The name of a value, "fusion.2{1,0}": the name and the path without its braces. nullopt for other text.
struct ValueName {
    std::string_view name;
    std::string_view path;
};
std::optional<ValueName> readValueName(std::string_view text);

/// Returns the numbers of a path; none when it is empty.
std::vector<std::int64_t> pathNumbers(std::string_view path);

} // namespace tidemark::xla
