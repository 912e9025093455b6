#pragma once

#include "core/report/table.h"
#include "core/view/workers.h"

namespace tidemark {

/// Writes the memory of all workers for the command line's `attribution`. `rules`: AttributionRules::name(). JSON:
/// everything. CSV: one row for each worker. Text: see writeWorkersText().
void writeWorkers(std::ostream& out, TableFormat format, const Workers& workers, const std::string& rules);

} // namespace tidemark
