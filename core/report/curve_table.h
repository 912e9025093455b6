#pragma once

#include "core/report/table.h"
#include "core/view/view.h"

namespace tidemark {

/// The columns of the command line's `timeline`. The window exports them for a view without rows.
std::vector<TableColumn> curveColumns();

/// Writes the curves of a view, one row for each cell of its axis. Missing curves are null. `bytes` is the level that
/// the file's own tool shows, as XProf prints it, or null if that tool does not show the memory. Without such a tool,
/// and on an axis of operations, it is the view's own level and `occupied_bytes` is null.
void writeCurves(const View& view, TableWriter& writer);

} // namespace tidemark
