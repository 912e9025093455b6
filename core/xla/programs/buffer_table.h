#pragma once

#include "core/report/table.h"
#include "core/xla/replay/space_timeline.h"

#include <span>

namespace tidemark {

/// The columns of the command line's `buffers`, which a window exports as well.
std::vector<TableColumn> bufferColumns();

/// Writes rows live at a step in the given order.
void writeBuffers(const SpaceTimeline& timeline, std::span<const LiveRow> rows, TableWriter& writer);

/// Every row of the timeline, and with null steps those without a known lifetime. Overlaps are those at birth.
void writeAllBuffers(const SpaceTimeline& timeline, TableWriter& writer);

} // namespace tidemark
