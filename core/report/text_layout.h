#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace tidemark {

/// How text for people is laid out.
struct TextLayout {
    std::size_t columns = 100; // of a line of prose
    bool isWide = false; // cells of tables are never cut
    bool isColoured = false;

    /// The text in bold, where colours are wanted.
    std::string bold(const std::string& text) const { return isColoured ? "\033[1m" + text + "\033[0m" : text; }
    /// The text in red, where colours are wanted.
    std::string red(const std::string& text) const { return isColoured ? "\033[31m" + text + "\033[0m" : text; }
};

/// Breaks a text between words into lines of at most so many columns. Lines after the first begin with `indent`, which
/// is in none of these columns.
std::string wrapped(std::string_view text, std::size_t columns, const std::string& indent = {});

/// Shortens a text to so many columns: "…" stands for what is missing at its end.
std::string cutEnd(const std::string& text, std::size_t columns);
/// The same with "…" for what is missing at its start.
std::string cutStart(const std::string& text, std::size_t columns);

} // namespace tidemark
