#pragma once

#include "core/compare/workers.h"
#include "core/report/table.h"
#include "core/report/text_layout.h"

#include <iosfwd>
#include <string>

namespace tidemark {

/// Writes the memory of all workers for the command line's `attribution`. `rules`: AttributionRules::name(). JSON:
/// everything. CSV: one row for each worker. Text: the finding, a table with a column for each of the programs that
/// differ, then which workers differ and which checks fail. Workers with a line of seed 004's script get the table that
/// this script prints.
void writeWorkers(std::ostream& out, TableFormat format, const Workers& workers, const std::string& rules,
                  const TextLayout& layout = {});

} // namespace tidemark
