#pragma once

#include "core/xla/xprof/xprof_replay.h"

#include <vector>

namespace tidemark {

/// A row of XProf's list of buffers that are live at the peak.
struct PeakRow {
    std::int64_t size = 0;
    BufferId buffer; // none: all those below 16 KiB together, the last row
    const Allocation* allocation = nullptr; // null where the buffer lies in none
};

/// First the allocations that live all the time, each represented by its largest buffer (XProf lists them for colour 0
/// only), then the buffers that the heap trace holds at its peak, in order of birth.
std::vector<PeakRow> peakRows(const BufferAssignment& assignment, std::int64_t color, const XprofReplay& replay);

/// Positions of the rows, the largest first.
std::vector<std::uint32_t> orderBySize(const std::vector<PeakRow>& rows);

} // namespace tidemark
