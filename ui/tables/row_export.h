#pragma once

#include "core/base/progress.h"
#include "core/view/attribution_rules.h"

#include <QString>

#include <iosfwd>
#include <memory>
#include <optional>
#include <vector>

namespace tidemark::ui {

/// Rows of a table as they were shown, to be written somewhere. A value: it may outlive the table and cross threads.
struct RowExport {
    std::shared_ptr<const View> view;
    std::shared_ptr<const RowMeanings> meanings; // null: the rows have none, or nobody knows them yet
    std::vector<LiveRow> rows;
    QString description; // "2 of 268 rows, step 351"
    AttributionRules rules = {}; // by which meanings are found out that nobody knows yet
};

/// CSV with the columns of the command line's `buffers`. On any thread. Cost: where nobody knows the meanings yet, also
/// theirs. Error: they cannot be found out, and nothing is written; also Cancelled.
std::optional<Error> writeCsv(std::ostream& out, const RowExport& rows, const Progress& progress = {});

} // namespace tidemark::ui
