#pragma once

#include "core/report/table.h"
#include "core/view/comparison.h"

namespace tidemark {

/// JSON and CSV as `compare` of the contract has them (CSV: the rows alone); text for people: the finding, both steps,
/// figures, categories, and the rows that differ.
void writeComparison(std::ostream& out, TableFormat format, const Comparison& comparison);

} // namespace tidemark
