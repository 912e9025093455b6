#include "core/xla/programs/buffer_table.h"

#include "core/xla/programs/buffer_details.h"

namespace tidemark {
namespace {

Cell textOrNull(std::string text)
{
    return text.empty() ? Cell() : Cell(std::move(text));
}

void writeRow(const SpaceTimeline& timeline, const BufferRow& row, Cell overlap, bool isPlaced, TableWriter& writer)
{
    BufferDetails details = describe(timeline, row);
    const bool hasBuffer = details.id.has_value();
    writer.row({
        hasBuffer ? Cell(*details.id) : Cell(),
        textOrNull(std::move(details.instruction)),
        hasBuffer ? Cell(std::move(details.shapeIndex)) : Cell(),
        std::move(details.name),
        textOrNull(std::move(details.shape)),
        row.size,
        row.unpadded,
        std::move(overlap),
        std::string(kindName(details.kind)),
        details.liveOut,
        details.aliased,
        Cell(),
        Cell(),
        textOrNull(std::move(details.opName)),
        textOrNull(std::move(details.opcode)),
        textOrNull(std::move(details.sourceFile)),
        details.sourceLine > 0 ? Cell(details.sourceLine) : Cell(),
        isPlaced ? Cell(std::int64_t{row.start}) : Cell(),
        isPlaced ? Cell(std::int64_t{row.end}) : Cell(),
        details.allocation ? Cell(*details.allocation) : Cell(),
        row.offset,
    });
}

} // namespace

std::vector<TableColumn> bufferColumns()
{
    return {{"id"},           {"instruction", false}, {"shape_index", false}, {"name", false},
            {"shape", false}, {"size_bytes"},         {"unpadded_bytes"},     {"overlap_bytes"},
            {"kind", false},  {"live_out", false},    {"aliased", false},     {"category", false},
            {"rule", false},  {"op_name", false},     {"opcode", false},      {"source_file", false},
            {"source_line"},  {"start_step"},         {"end_step"},           {"allocation"},
            {"offset_bytes"}};
}

void writeBuffers(const SpaceTimeline& timeline, std::span<const LiveRow> rows, TableWriter& writer)
{
    for (const LiveRow& live : rows)
        writeRow(timeline, timeline.rows[live.row.value], live.overlap, true, writer);
}

void writeAllBuffers(const SpaceTimeline& timeline, TableWriter& writer)
{
    writeBuffers(timeline, allRows(timeline), writer);
    for (const BufferRow& row : unplacedRows(timeline))
        writeRow(timeline, row, std::int64_t{0}, false, writer);
}

} // namespace tidemark
