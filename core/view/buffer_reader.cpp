#include "core/view/buffer_reader.h"

#include <algorithm>

namespace tidemark {
namespace {

/// Absent if the kind does not fill the column, or not for this row.
std::optional<std::int64_t> known(bool isFilled, std::int64_t value)
{
    return isFilled && value >= 0 ? std::optional(value) : std::nullopt;
}

} // namespace

std::vector<LiveRow> rowsOf(const Rows& rows, std::optional<StepId> step, bool isLargestFirst)
{
    std::vector<LiveRow> found = step ? rows.live(*step) : rows.all();
    if (isLargestFirst)
        std::ranges::stable_sort(found, std::ranges::greater(),
                                 [&](const LiveRow& each) { return rows.size[each.row]; });
    return found;
}

BufferReader::BufferReader(const View& view, const RowMeanings* meanings)
    : m_view(view)
    , m_meanings(meanings)
    , m_hasUnpadded(view.rows.fills(RowColumn::Unpadded))
    , m_hasOffsets(view.rows.fills(RowColumn::Offset))
{ }

void BufferReader::read(const LiveRow& live, Buffer& buffer) const
{
    const Rows& rows = m_view.rows;
    describeWithMeaning(rows, m_meanings, live.row, buffer);
    buffer.sizeBytes = rows.size[live.row];
    buffer.unpaddedBytes = known(m_hasUnpadded, rows.unpadded[live.row]);
    buffer.overlapBytes = live.overlap;
    buffer.kind = rows.kindOf(live.row).id;
    if (m_view.axis.kind != AxisKind::None) {
        buffer.startStep = rows.start[live.row].value;
        buffer.endStep = rows.end[live.row].value;
    }
    buffer.offsetBytes = known(m_hasOffsets, rows.offset[live.row]);
}

void BufferReader::readUnplaced(std::uint64_t limit, const std::function<void(Buffer&)>& take) const
{
    const RowMeanings* const meanings = m_meanings ? m_meanings->unplaced.get() : nullptr;
    Buffer buffer;
    std::size_t place = 0;
    m_view.rows.unplaced([&](Rows::Unplaced& each) {
        if (place >= limit)
            return;
        static_cast<Facts&>(buffer) = std::move(each.facts);
        if (meanings)
            meanings->fill(RowId::at(place), buffer);
        ++place;
        buffer.sizeBytes = each.size;
        buffer.unpaddedBytes = known(m_hasUnpadded, each.unpadded);
        buffer.kind = m_view.rows.kinds[each.kind].id;
        buffer.offsetBytes = known(m_hasOffsets, each.offset);
        take(buffer);
    });
}

} // namespace tidemark
