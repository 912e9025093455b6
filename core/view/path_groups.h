#pragma once

#include "core/view/rows.h"

namespace tidemark {

/// Two ways to group rows by their place in a model: "op_path" merges repeated layers, "each_op_path" keeps every
/// layer. `nameOf` gives the framework's name of a row, or an empty text. The first request for a group looks at all
/// rows, on the calling thread; later requests are look-ups.
std::vector<Grouping> pathGroupings(std::size_t rows, RowValues<std::int64_t> size,
                                    std::function<std::string(RowId)> nameOf);

} // namespace tidemark
