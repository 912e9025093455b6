#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace tidemark {

/// Whether withoutCopying() makes another text of it. Cheap.
bool isCopied(std::string_view text);

/// As a text was before a page of the web had it: blanks that do not break are blanks again, `&gt;` is `>`, `<br>` and
/// `&#10;` are line ends, and `<span …>` is nothing.
std::string withoutCopying(std::string_view text);

/// A line without the box that something has drawn around it: "│ Total … │".
std::string_view withoutBorders(std::string_view line);

/// Whether the values in a text have two quotes for one, as within a field of CSV: `op_name=""jit(f)""`.
bool hasDoubledQuotes(std::string_view text);
std::string withoutDoubledQuotes(std::string_view text);

/// A row of CSV whose last field is in quotes, as it is without any: `a,"b","x ""y"""` as `a,b,x "y"`. Absent: the line
/// is no such row.
struct CsvRow {
    std::string text;
    std::size_t field = 0; // where in it the last field begins
    bool isOpen = false; // it ends in a line below
};
std::optional<CsvRow> withoutFieldQuotes(std::string_view line);

/// As a text was before a system's log made one line of it, in which `#012` is the end of a line, and so on for all
/// controls. Nothing else is changed.
/// Source: rsyslog's $EscapeControlCharactersOnReceive: the prefix "#" and three octal digits.
std::string withoutSyslogEscapes(std::string_view line);

/// Whether a line holds line ends that are written so.
bool hasSyslogLineEnds(std::string_view line);

} // namespace tidemark
