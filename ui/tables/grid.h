#pragma once

#include "ui/tables/column_header.h"

#include <QString>

#include <cstdint>
#include <functional>
#include <iosfwd>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace tidemark::ui {

/// Null: not known; else a number or a text.
using GridCell = std::variant<std::monostate, std::int64_t, std::string>;

using GridRow = std::vector<GridCell>;

/// A table. An exported file contains the same cells as the screen.
struct Grid {
    struct Column {
        std::string id; // column name in a file; its end gives the unit of numbers: "_bytes", "_permille"
        QString title;
        QString help;
        bool isChange = false; // a difference, shown with its sign
        ColumnHeader::Column header = {};
        bool isCode = false; // names of the program
        bool isBadBelowZero = false;
        bool isCount = false;
    };
    std::vector<Column> columns;
    std::vector<GridRow> rows;
    /// Replaces `rows` for a table with many rows: makes one of the `made` rows on request. May be called on any
    /// thread.
    std::function<GridRow(std::size_t)> makeRow;
    std::size_t made = 0;
    std::optional<std::size_t> marked; // the row to highlight

    std::size_t count() const { return makeRow ? made : rows.size(); }
    GridRow row(std::size_t i) const { return makeRow ? makeRow(i) : rows[i]; }
    bool isBytes(std::size_t column) const { return columns[column].id.ends_with("_bytes"); }
    bool isPermille(std::size_t column) const { return columns[column].id.ends_with("_permille"); }
};

template <class Value>
GridCell gridCell(const std::optional<Value>& value)
{
    return value ? GridCell(static_cast<std::int64_t>(*value)) : GridCell();
}
/// An empty text means not known.
GridCell gridCell(std::string words);

/// A column with the names of the rows. It shrinks if there is little room.
ColumnHeader::Column gridNameColumn();
/// A column of numbers. For `ifRoom` see ColumnHeader::Column.
ColumnHeader::Column gridNumberColumn(int ifRoom = 0);

void writeGrid(std::ostream& out, const Grid& grid);

} // namespace tidemark::ui
