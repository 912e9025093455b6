#pragma once

#include "core/view/rules.h"

#include <iosfwd>

namespace tidemark {

/// A file that parseRules() reads as these rules, one a line.
void writeRules(std::ostream& out, std::span<const Rule> rules);

} // namespace tidemark
