#pragma once

#include "core/report/table.h"
#include "core/view/view.h"

namespace tidemark {

/// The columns of the command line's `timeline`, which a window exports where a view has no rows.
std::vector<TableColumn> curveColumns();

/// Writes the curves of a view, a row for each cell of its axis. What the view has no curve of is null.
/// `bytes` is the level of the tool that made the file, as XProf prints it, null where it does not show this one; where
/// there is no such tool, and on an axis of operations, it is the view's own, and `occupied_bytes` is null.
void writeCurves(const View& view, TableWriter& writer);

} // namespace tidemark
