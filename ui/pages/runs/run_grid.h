#pragma once

#include "ui/pages/runs/run_list.h"
#include "ui/tables/column_header.h"

#include <iosfwd>
#include <variant>

namespace tidemark::ui {

/// Null: not known; else bytes, or text.
using RunCell = std::variant<std::monostate, std::int64_t, std::string>;

/// A table of the page: what a cell holds is what a file gets.
struct RunGrid {
    struct Column {
        std::string id; // in a file
        QString title;
        QString help;
        bool isChange = false; // a difference, with its sign
        ColumnHeader::Column header;
    };
    std::vector<Column> columns;
    std::vector<std::vector<RunCell>> rows;
    std::optional<std::size_t> marked; // the row that is the reason for the peak

    bool isBytes(std::size_t column) const { return columns[column].id.ends_with("_bytes"); }
};

/// The phases of a run, each with its peak, what it allocates and frees, and what is in use after it.
std::vector<RunGrid::Column> phaseColumns();
RunGrid phaseGrid(const tt::Run& run);

/// The runs of a list, each with its peak and the layers of its bar.
std::vector<RunGrid::Column> runColumns();
RunGrid runGrid(const RunList& list);

void writeGrid(std::ostream& out, const RunGrid& grid);

} // namespace tidemark::ui
