#pragma once

#include "core/report/table.h"
#include "core/view/view.h"

#include <span>

namespace tidemark {

/// The columns of the command line's `buffers`. The window exports the same columns.
std::vector<TableColumn> rowColumns();
/// Whether a category is certain; null without a category, and for rows that no rule decided.
Cell certainCell(const std::string& category, bool isCertain);

/// Writes rows that are live at a step in the given order. `meanings`: null if the kind knows none.
void writeRows(const View& view, std::span<const LiveRow> rows, const RowMeanings* meanings, TableWriter& writer);

/// Writes at most `limit` buffers without a known live range, with null steps. `meanings`: see writeRows().
void writeUnplaced(const View& view, const RowMeanings* meanings, std::uint64_t limit, TableWriter& writer);

} // namespace tidemark
