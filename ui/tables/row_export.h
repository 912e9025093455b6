#pragma once

#include "core/base/progress.h"
#include "core/rules/attribution_rules.h"

#include <QString>

#include <iosfwd>
#include <memory>
#include <vector>

namespace tidemark::ui {

/// Rows of a table as they were shown, for writing to a file or the clipboard. A value: it may outlive the table and be
/// passed to other threads.
struct RowExport {
    std::shared_ptr<const View> view;
    std::shared_ptr<const RowMeanings> meanings; // null: there are none, or they are not known yet
    std::vector<LiveRow> rows;
    QString description; // "2 of 268 rows, step 351"
    AttributionRules rules = {}; // used to compute meanings that are not known yet
};

/// Writes CSV with the columns of the command line's `buffers`. May be called on any thread. Cost: also the cost of the
/// meanings if they are not known yet. Errors: meanings cannot be computed, and nothing is written; Cancelled.
Result<void> writeCsv(std::ostream& out, const RowExport& rows, const Progress& progress = {});

} // namespace tidemark::ui
