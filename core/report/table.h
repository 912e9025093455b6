#pragma once

#include "core/report/json_writer.h"

#include <cstdint>
#include <iosfwd>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace tidemark {

/// A value of a table: null (unknown), a signed or unsigned integer, another number, a truth value, text, or a list of
/// integers or texts.
using Cell = std::variant<std::monostate, std::int64_t, std::uint64_t, double, bool, std::string,
                          std::vector<std::int64_t>, std::vector<std::string>>;

/// Null for an unknown value.
inline Cell orNull(const std::string& text)
{
    return text.empty() ? Cell() : Cell(text);
}
template <class Number>
Cell orNull(const std::optional<Number>& value)
{
    return value ? Cell(*value) : Cell();
}

struct TableColumn {
    std::string name; // snake_case; a name that ends in _bytes holds bytes
    bool isNumber = true; // text aligns numbers to the right
    bool isCutAtStart = false; // a text whose end says most, as a path
};

enum class TableFormat { Text, Json, Csv };

/// Receives a table row by row and writes each row at once. In text that is not valid UTF-8, U+FFFD replaces
/// each invalid byte.
class TableWriter
{
public:
    virtual ~TableWriter() = default;
    /// `cells` has one per column, in order.
    virtual void row(std::vector<Cell> cells) = 0;
    /// Ends the table; nothing may follow.
    virtual void finish() = 0;
};

/// JSON: an array of objects. CSV: RFC 4180 with a header line, lists joined by ';'. Text: aligned columns with a
/// header line, byte columns in binary units; widths come from the first rows, so that long tables stream. If `width`
/// is not 0, the longest texts of text are cut so that a line has at most so many columns.
std::unique_ptr<TableWriter> makeTableWriter(std::ostream& out, TableFormat format, std::vector<TableColumn> columns,
                                             std::size_t width = 0);

/// Writes one row as a JSON object, or as "name value" lines.
void writeRecord(std::ostream& out, TableFormat format, const std::vector<TableColumn>& columns,
                 const std::vector<Cell>& cells);

/// Writes a cell as a JSON value.
void writeCell(JsonWriter& json, const Cell& cell);
/// A key of JSON with its value.
void writeField(JsonWriter& json, std::string_view name, const Cell& cell);

} // namespace tidemark
