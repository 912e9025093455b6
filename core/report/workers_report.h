#pragma once

#include "core/report/table.h"
#include "core/report/text_layout.h"
#include "core/view/workers.h"

namespace tidemark {

/// Writes what all workers hold, as the command line's `attribution` does. `rules`: AttributionRules::name().
/// JSON: all there is. CSV: a row for each worker. Text: as writeWorkersText() does.
void writeWorkers(std::ostream& out, TableFormat format, const Workers& workers, const std::string& rules,
                  const TextLayout& layout = {});

} // namespace tidemark
