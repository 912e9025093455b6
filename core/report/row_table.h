#pragma once

#include "core/report/table.h"
#include "core/view/view.h"

#include <span>

namespace tidemark {

/// The columns of the command line's `buffers`, which a window exports as well.
std::vector<TableColumn> rowColumns();

/// Writes rows live at a step in the given order. `meanings`: null when the rows have none.
void writeRows(const View& view, std::span<const LiveRow> rows, const RowMeanings* meanings, TableWriter& writer);

/// Writes at most `limit` rows of what has no known life, with null steps. `meanings`: as of writeRows().
void writeUnplaced(const View& view, const RowMeanings* meanings, std::uint64_t limit, TableWriter& writer);

} // namespace tidemark
