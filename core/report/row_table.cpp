#include "core/report/row_table.h"

#include <array>

namespace tidemark {
namespace {

/// The columns of a row. Start and end are absent if its live range is not known.
struct Row {
    std::int64_t size = 0;
    std::optional<std::int64_t> unpadded;
    std::optional<std::int64_t> offset;
    std::int64_t overlap = 0;
    std::optional<std::int64_t> start;
    std::optional<std::int64_t> end;
    const RowKind& kind;
    const Facts& facts;
};

struct RowTableColumn {
    const char* name;
    bool isNumber;
    Cell (*valueOf)(const Row&);
};

constexpr std::array kColumns = {
    RowTableColumn{"id", true, [](const Row& row) { return orNull(row.facts.id); }},
    RowTableColumn{"instruction", false, [](const Row& row) { return orNull(row.facts.instruction); }},
    RowTableColumn{"shape_index", false,
                   [](const Row& row) { return row.facts.id ? Cell(row.facts.shapeIndex) : Cell(); }},
    RowTableColumn{"name", false, [](const Row& row) { return Cell(row.facts.name); }},
    RowTableColumn{"shape", false, [](const Row& row) { return orNull(row.facts.shape); }},
    RowTableColumn{"size_bytes", true, [](const Row& row) { return Cell(row.size); }},
    RowTableColumn{"unpadded_bytes", true, [](const Row& row) { return orNull(row.unpadded); }},
    RowTableColumn{"overlap_bytes", true, [](const Row& row) { return Cell(row.overlap); }},
    RowTableColumn{"kind", false, [](const Row& row) { return Cell(row.kind.id); }},
    RowTableColumn{"live_out", false, [](const Row& row) { return Cell(row.facts.liveOut); }},
    RowTableColumn{"aliased", false, [](const Row& row) { return Cell(row.facts.aliased); }},
    RowTableColumn{"category", false, [](const Row& row) { return orNull(row.facts.category); }},
    RowTableColumn{"rule", false, [](const Row& row) { return orNull(row.facts.rule); }},
    RowTableColumn{"op_name", false, [](const Row& row) { return orNull(row.facts.opName); }},
    RowTableColumn{"opcode", false, [](const Row& row) { return orNull(row.facts.opcode); }},
    RowTableColumn{"source_file", false, [](const Row& row) { return orNull(row.facts.sourceFile); }},
    RowTableColumn{"source_line", true,
                   [](const Row& row) { return row.facts.sourceLine > 0 ? Cell(row.facts.sourceLine) : Cell(); }},
    RowTableColumn{"start_step", true, [](const Row& row) { return orNull(row.start); }},
    RowTableColumn{"end_step", true, [](const Row& row) { return orNull(row.end); }},
    RowTableColumn{"allocation", true, [](const Row& row) { return orNull(row.facts.allocation); }},
    RowTableColumn{"offset_bytes", true, [](const Row& row) { return orNull(row.offset); }},
    RowTableColumn{"role", false, [](const Row& row) { return orNull(row.facts.role); }},
};

/// Returns nullopt if the kind does not fill the column, or not for this row. The column is looked up once for a table.
class Known
{
public:
    Known(const Rows& rows, RowColumn column)
        : m_isFilled(rows.fills(column))
    { }
    std::optional<std::int64_t> operator()(std::int64_t value) const
    {
        return m_isFilled && value >= 0 ? std::optional(value) : std::nullopt;
    }

private:
    bool m_isFilled;
};

void writeRow(const Row& row, TableWriter& writer)
{
    std::vector<Cell> cells;
    cells.reserve(kColumns.size());
    for (const RowTableColumn& column : kColumns)
        cells.push_back(column.valueOf(row));
    writer.row(std::move(cells));
}

} // namespace

std::vector<TableColumn> rowColumns()
{
    std::vector<TableColumn> columns;
    for (const RowTableColumn& column : kColumns)
        columns.push_back({column.name, column.isNumber});
    return columns;
}

void writeRows(const View& view, std::span<const LiveRow> rows, const RowMeanings* meanings, TableWriter& writer)
{
    const Rows& table = view.rows;
    const auto stepOf = [&](const RowValues<StepId>& steps, RowId row) -> std::optional<std::int64_t> {
        return view.axis.kind == AxisKind::None ? std::nullopt : std::optional<std::int64_t>(steps[row].value);
    };
    const Known unpadded(table, RowColumn::Unpadded);
    const Known offset(table, RowColumn::Offset);
    Facts facts;
    for (const LiveRow& live : rows) {
        describeWithMeaning(table, meanings, live.row, facts);
        writeRow({table.size[live.row], unpadded(table.unpadded[live.row]), offset(table.offset[live.row]),
                  live.overlap, stepOf(table.start, live.row), stepOf(table.end, live.row), table.kindOf(live.row),
                  facts},
                 writer);
    }
}

void writeUnplaced(const View& view, const RowMeanings* meanings, std::uint64_t limit, TableWriter& writer)
{
    const Known knownUnpadded(view.rows, RowColumn::Unpadded);
    const Known knownOffset(view.rows, RowColumn::Offset);
    std::size_t place = 0;
    view.rows.unplaced([&](Rows::Unplaced& each) {
        if (place >= limit)
            return;
        if (meanings && meanings->unplaced)
            meanings->unplaced->tell(RowId::at(place), each.facts);
        ++place;
        writeRow({each.size, knownUnpadded(each.unpadded), knownOffset(each.offset), 0, std::nullopt, std::nullopt,
                  view.rows.kinds[each.kind], each.facts},
                 writer);
    });
}

} // namespace tidemark
