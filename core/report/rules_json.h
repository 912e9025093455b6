#pragma once

#include "core/rules/rules.h"

#include <iosfwd>

namespace tidemark {

/// Returns the text of a file that parseRules() reads as these rules, one rule on each line.
void writeRules(std::ostream& out, std::span<const Rule> rules);

} // namespace tidemark
