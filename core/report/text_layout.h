#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace tidemark {

/// The layout of text output.
struct TextLayout {
    std::size_t columns = 100; // width of a line of prose
    bool isWide = false; // cells of tables are never cut
    std::size_t tableColumns = 0; // width of a table, whose longest texts are cut; 0: as wide as they need
    bool isColoured = false;

    /// Returns the text in bold if colours are on.
    std::string bold(const std::string& text) const { return isColoured ? "\033[1m" + text + "\033[0m" : text; }
    /// Returns the text in red if colours are on.
    std::string red(const std::string& text) const { return isColoured ? "\033[31m" + text + "\033[0m" : text; }
};

/// Breaks a text between words into lines of at most `columns` columns. Lines after the first begin with `indent`,
/// which does not count. A number and its unit stay on one line.
std::string wrapped(std::string_view text, std::size_t columns, const std::string& indent = {});

/// Shortens a text to `columns` columns: "…" replaces its end.
std::string cutEnd(const std::string& text, std::size_t columns);
/// The same, but "…" replaces its start.
std::string cutStart(const std::string& text, std::size_t columns);

} // namespace tidemark
