#pragma once

#include "core/text/wrapped_lines.h"

#include <span>
#include <string>
#include <string_view>

namespace tidemark {

/// Unifies the prefixes that grep writes when it searches several files: "rank0.log:" for matching lines, "rank0.log-"
/// for context, and "rank0.log:101:" and "rank0.log-102-" with line numbers. Context lines get colons too, so that all
/// lines of a file begin like lines of one writer.
class SearchMarks
{
public:
    /// Adds the next lines, which are consecutive.
    void unify(std::span<WrappedLines::Line> lines);

private:
    /// The file of the last matching lines.
    struct Name {
        std::string text; // file name; empty if there is none
        bool isNumbered = false;
    };
    static Name nameIn(std::string_view line);
    /// Whether the line belongs to that file or is a separator. If not, it may name another file.
    static void look(std::string& line, Name& name);

    Name m_before;
};

} // namespace tidemark
