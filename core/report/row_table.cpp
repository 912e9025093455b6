#include "core/report/row_table.h"

#include "core/view/buffer_reader.h"

#include <array>

namespace tidemark {
namespace {

struct RowTableColumn {
    const char* name;
    bool isNumber;
    Cell (*valueOf)(const Buffer&);
};

constexpr std::array kColumns = {
    RowTableColumn{"id", true, [](const Buffer& buffer) { return orNull(buffer.id); }},
    RowTableColumn{"instruction", false, [](const Buffer& buffer) { return orNull(buffer.instruction); }},
    RowTableColumn{"shape_index", false,
                   [](const Buffer& buffer) { return buffer.id ? Cell(buffer.shapeIndex) : Cell(); }},
    RowTableColumn{"name", false, [](const Buffer& buffer) { return Cell(buffer.name); }},
    RowTableColumn{"shape", false, [](const Buffer& buffer) { return orNull(buffer.shape); }},
    RowTableColumn{"size_bytes", true, [](const Buffer& buffer) { return Cell(buffer.sizeBytes); }},
    RowTableColumn{"unpadded_bytes", true, [](const Buffer& buffer) { return orNull(buffer.unpaddedBytes); }},
    RowTableColumn{"overlap_bytes", true, [](const Buffer& buffer) { return Cell(buffer.overlapBytes); }},
    RowTableColumn{"kind", false, [](const Buffer& buffer) { return Cell(buffer.kind); }},
    RowTableColumn{"live_out", false, [](const Buffer& buffer) { return Cell(buffer.liveOut); }},
    RowTableColumn{"aliased", false, [](const Buffer& buffer) { return Cell(buffer.aliased); }},
    RowTableColumn{"category", false, [](const Buffer& buffer) { return orNull(buffer.category); }},
    RowTableColumn{"rule", false, [](const Buffer& buffer) { return orNull(buffer.rule); }},
    RowTableColumn{"op_name", false, [](const Buffer& buffer) { return orNull(buffer.opName); }},
    RowTableColumn{"opcode", false, [](const Buffer& buffer) { return orNull(buffer.opcode); }},
    RowTableColumn{"source_file", false, [](const Buffer& buffer) { return orNull(buffer.sourceFile); }},
    RowTableColumn{"source_line", true,
                   [](const Buffer& buffer) { return buffer.sourceLine > 0 ? Cell(buffer.sourceLine) : Cell(); }},
    RowTableColumn{"start_step", true, [](const Buffer& buffer) { return orNull(buffer.startStep); }},
    RowTableColumn{"end_step", true, [](const Buffer& buffer) { return orNull(buffer.endStep); }},
    RowTableColumn{"allocation", true, [](const Buffer& buffer) { return orNull(buffer.allocation); }},
    RowTableColumn{"offset_bytes", true, [](const Buffer& buffer) { return orNull(buffer.offsetBytes); }},
    RowTableColumn{"role", false, [](const Buffer& buffer) { return orNull(buffer.role); }},
    RowTableColumn{"certain", false, [](const Buffer& buffer) { return certainCell(buffer.category, buffer.certain); }},
};

void writeRow(const Buffer& buffer, TableWriter& writer)
{
    std::vector<Cell> cells;
    cells.reserve(kColumns.size());
    for (const RowTableColumn& column : kColumns)
        cells.push_back(column.valueOf(buffer));
    writer.row(std::move(cells));
}

} // namespace

Cell certainCell(const std::string& category, bool isCertain)
{
    const bool isDecided = !category.empty() && category != "unknown";
    return isDecided ? Cell(isCertain) : Cell();
}

std::vector<TableColumn> rowColumns()
{
    std::vector<TableColumn> columns;
    for (const RowTableColumn& column : kColumns)
        columns.push_back({column.name, column.isNumber});
    return columns;
}

void writeRows(const View& view, std::span<const LiveRow> rows, const RowMeanings* meanings, TableWriter& writer)
{
    const BufferReader reader(view, meanings);
    Buffer buffer;
    for (const LiveRow& live : rows) {
        reader.read(live, buffer);
        writeRow(buffer, writer);
    }
}

void writeUnplaced(const View& view, const RowMeanings* meanings, std::uint64_t limit, TableWriter& writer)
{
    BufferReader(view, meanings).readUnplaced(limit, [&](const Buffer& buffer) { writeRow(buffer, writer); });
}

} // namespace tidemark
