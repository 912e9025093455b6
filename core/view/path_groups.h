#pragma once

#include "core/view/rows.h"

namespace tidemark {

/// Two ways to group rows by where in a model they are: "op_path" with repeated layers as one, "each_op_path" with all.
/// `nameOf` gives the framework's name of a row, empty where there is none. All rows are looked at when the first group
/// is asked for, on whatever thread; later ones are found.
std::vector<Grouping> pathGroupings(std::size_t rows, RowValues<std::int64_t> size,
                                    std::function<std::string(RowId)> nameOf);

} // namespace tidemark
