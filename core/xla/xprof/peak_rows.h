#pragma once

#include "core/xla/xprof/xprof_replay.h"

#include <vector>

namespace tidemark::xla {

/// A row of XProf's list of buffers that are live at the peak.
struct PeakRow {
    std::int64_t size = 0;
    BufferId buffer; // none: the last row, which sums all buffers below 16 KiB
    const Allocation* allocation = nullptr; // null if the buffer is in no allocation
};

/// Returns first the allocations that live all the time, each represented by its largest buffer (XProf lists them for
/// colour 0 only), then the buffers that the heap trace holds at its peak, in order of birth.
std::vector<PeakRow> peakRows(const BufferAssignment& assignment, std::int64_t color, const XprofReplay& replay);

/// Returns the positions of the rows, the largest row first.
std::vector<std::uint32_t> orderBySize(const std::vector<PeakRow>& rows);

} // namespace tidemark::xla
