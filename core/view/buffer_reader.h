#pragma once

#include "core/include/tidemark/buffer.h"
#include "core/view/view.h"

namespace tidemark {

/// The rows that are live at a step, or all rows without one; the largest first or in the document's order.
std::vector<LiveRow> rowsOf(const Rows& rows, std::optional<StepId> step, bool isLargestFirst);

/// Reads rows of a view with all their facts.
class BufferReader
{
public:
    /// Both must outlive the reader. `meanings`: null if the kind knows none.
    BufferReader(const View& view, const RowMeanings* meanings);

    /// Fills `buffer`, which is meant to be reused.
    void read(const LiveRow& live, Buffer& buffer) const;
    /// Calls `take` for at most `limit` buffers without a known live range. They have no steps.
    void readUnplaced(std::uint64_t limit, const std::function<void(Buffer&)>& take) const;

private:
    const View& m_view;
    const RowMeanings* m_meanings;
    bool m_hasUnpadded;
    bool m_hasOffsets;
};

} // namespace tidemark
