#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace tidemark {

/// Returns whether withoutCopying() would change the text. Cheap.
bool isCopied(std::string_view text);

/// Restores a text that was copied from a web page: no-break spaces become spaces, `&gt;` becomes `>`, `<br>` and
/// `&#10;` become line ends, and `<span …>` is removed.
std::string withoutCopying(std::string_view text);

/// Returns a line without the frame that a tool has drawn around it: "│ Total … │".
std::string_view withoutBorders(std::string_view line);

/// Returns whether quotes in the text are doubled, as inside a CSV field: `op_name=""jit(f)""`.
bool hasDoubledQuotes(std::string_view text);
std::string withoutDoubledQuotes(std::string_view text);

/// Returns a row of CSV whose last field is quoted without the quotes: `a,b,"x ""y"""` becomes `a,b,x "y"`. Returns
/// nothing if the line is no such row.
struct CsvRow {
    std::string text;
    std::size_t field = 0; // position in `text` where the last field begins
    bool isOpen = false; // the closing quote is in a later line
};
std::optional<CsvRow> withoutFieldQuotes(std::string_view line);

/// Restores a text that syslog made one line of: `#012` becomes a line end, and so on for all control characters.
/// Nothing else changes. Source: rsyslog's $EscapeControlCharactersOnReceive, which writes "#" and three octal digits.
std::string withoutSyslogEscapes(std::string_view line);

/// Returns whether a line contains line ends written that way.
bool hasSyslogLineEnds(std::string_view line);

} // namespace tidemark
