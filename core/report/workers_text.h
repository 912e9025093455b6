#pragma once

#include "core/view/workers.h"

#include <iosfwd>
#include <string>

namespace tidemark {

/// For people what all workers hold: the table that the script of seed 004 prints, for workers that have its line, then
/// ours, then which workers differ and which checks fail. `rules`: AttributionRules::name().
void writeWorkersText(std::ostream& out, const Workers& workers, const std::string& rules);

} // namespace tidemark
