#include "core/report/row_table.h"

namespace tidemark {
namespace {

Cell textOrNull(const std::string& text)
{
    return text.empty() ? Cell() : Cell(text);
}

/// What a row has in common, whether its life is known or not.
struct RowCells {
    std::int64_t size = 0;
    std::int64_t unpadded = 0;
    std::int64_t offset = 0;
    std::int64_t overlap = 0;
    Cell start;
    Cell end;
};

void writeRow(const RowCells& row, const RowKind& kind, const Facts& facts, TableWriter& writer)
{
    writer.row({
        orNull(facts.id),
        textOrNull(facts.instruction),
        facts.id ? Cell(facts.shapeIndex) : Cell(),
        facts.name,
        textOrNull(facts.shape),
        row.size,
        row.unpadded,
        row.overlap,
        kind.id,
        facts.liveOut,
        facts.aliased,
        Cell(), // category and rule: not attributed yet
        Cell(),
        textOrNull(facts.opName),
        textOrNull(facts.opcode),
        textOrNull(facts.sourceFile),
        facts.sourceLine > 0 ? Cell(facts.sourceLine) : Cell(),
        row.start,
        row.end,
        orNull(facts.allocation),
        row.offset,
        Cell(), // role
    });
}

} // namespace

std::vector<TableColumn> rowColumns()
{
    return {{"id"},           {"instruction", false}, {"shape_index", false}, {"name", false},
            {"shape", false}, {"size_bytes"},         {"unpadded_bytes"},     {"overlap_bytes"},
            {"kind", false},  {"live_out", false},    {"aliased", false},     {"category", false},
            {"rule", false},  {"op_name", false},     {"opcode", false},      {"source_file", false},
            {"source_line"},  {"start_step"},         {"end_step"},           {"allocation"},
            {"offset_bytes"}, {"role", false}};
}

void writeRows(const View& view, std::span<const LiveRow> rows, TableWriter& writer)
{
    const Rows& table = view.rows;
    Facts facts;
    for (const LiveRow& live : rows) {
        table.describe(live.row, facts);
        writeRow({table.size[live.row], table.unpadded[live.row], table.offset[live.row], live.overlap,
                  Cell(std::int64_t{table.start[live.row].value}), Cell(std::int64_t{table.end[live.row].value})},
                 table.kindOf(live.row), facts, writer);
    }
}

void writeUnplaced(const View& view, std::uint64_t limit, TableWriter& writer)
{
    if (!view.rows.unplaced)
        return;
    view.rows.unplaced(
        [&](std::int64_t size, std::int64_t unpadded, std::int64_t offset, std::uint8_t kind, const Facts& facts) {
            if (limit > 0)
                writeRow({size, unpadded, offset, 0, Cell(), Cell()}, view.rows.kinds[kind], facts, writer);
            limit -= limit > 0 ? 1 : 0;
        });
}

} // namespace tidemark
