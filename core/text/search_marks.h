#pragma once

#include "core/text/wrapped_lines.h"

#include <span>
#include <string>
#include <string_view>

namespace tidemark {

/// Makes alike what a search in several files writes before the lines it prints: "rank0.log:" of one with the words,
/// "rank0.log-" of those around it; with numbers "rank0.log:101:" and "rank0.log-102-". Those around get colons, too,
/// so that all lines of a file begin as lines of one writer do.
class SearchMarks
{
public:
    /// The next lines, which follow one another.
    void makeAlike(std::span<WrappedLines::Line> lines);

private:
    /// Of the file that lines with the words are of.
    struct Name {
        std::string text; // empty: of none
        bool isNumbered = false;
    };
    static Name nameIn(std::string_view line);
    /// The line is the file's own, or stands between lines; else it may name another.
    static void look(std::string& line, Name& name);

    Name m_before;
};

} // namespace tidemark
