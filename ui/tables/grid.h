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

/// Null: not known; else a number, or text.
using GridCell = std::variant<std::monostate, std::int64_t, std::string>;

using GridRow = std::vector<GridCell>;

/// A table: what a cell holds is what a file gets.
struct Grid {
    struct Column {
        std::string id; // in a file: what it ends in says what numbers are, "_bytes", "_permille"
        QString title;
        QString help;
        bool isChange = false; // a difference, with its sign
        ColumnHeader::Column header = {};
        bool isCode = false; // from the program
        bool isBadBelowZero = false;
        bool isCount = false;
    };
    std::vector<Column> columns;
    std::vector<GridRow> rows;
    /// Of the `made` rows of a table of many, instead of those above: made when it is asked for, on any thread.
    std::function<GridRow(std::size_t)> makeRow;
    std::size_t made = 0;
    std::optional<std::size_t> marked; // the row that stands out

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
/// Without words: not known.
GridCell gridCell(std::string words);

/// A column that names the rows, and gives way where there is little room.
ColumnHeader::Column gridNameColumn();
/// One of numbers; `ifRoom`: as ColumnHeader's.
ColumnHeader::Column gridNumberColumn(int ifRoom = 0);

void writeGrid(std::ostream& out, const Grid& grid);

} // namespace tidemark::ui
