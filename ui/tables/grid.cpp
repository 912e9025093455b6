#include "ui/tables/grid.h"

#include "core/report/table.h"

namespace tidemark::ui {
namespace {

constexpr int kNameWidth = 320;
constexpr int kNumberWidth = 96;

} // namespace

GridCell gridCell(std::string words)
{
    return words.empty() ? GridCell() : GridCell(std::move(words));
}

ColumnHeader::Column gridNameColumn()
{
    ColumnHeader::Column column;
    column.width = kNameWidth;
    column.isShown = column.isShownNarrow = column.isFixed = true;
    column.givesWay = true;
    return column;
}

ColumnHeader::Column gridNumberColumn(int ifRoom)
{
    ColumnHeader::Column column;
    column.width = kNumberWidth;
    column.isShown = column.isShownNarrow = ifRoom == 0;
    column.ifRoom = ifRoom;
    return column;
}

void writeGrid(std::ostream& out, const Grid& grid)
{
    std::vector<TableColumn> columns;
    for (std::size_t i = 0; i < grid.columns.size(); ++i)
        columns.push_back({grid.columns[i].id, grid.isBytes(i)});
    const auto writer = makeTableWriter(out, TableFormat::Csv, std::move(columns));
    for (std::size_t i = 0; i < grid.count(); ++i) {
        std::vector<Cell> cells;
        for (std::size_t column = 0; column < grid.columns.size(); ++column)
            cells.push_back(std::visit([](const auto& value) { return Cell(value); }, grid.cell(i, column)));
        writer->row(std::move(cells));
    }
    writer->finish();
}

} // namespace tidemark::ui
