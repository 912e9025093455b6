#pragma once

#include "ui/charts/icicle.h"

#include <iosfwd>

namespace tidemark::ui {

/// The groups of an icicle, starting with the zoomed group, each group before its parts, as CSV. Columns: the group at
/// each level (the column has the id of the grouping), its depth, `rows`, `repeats` (how many alike parts are merged
/// into one), `bytes` (the occupied bytes; those of the direct parts add up to it), `size_bytes`, and with a filter
/// `matching_bytes`.
struct GroupTable {
    IcicleContent content; // REQUIRES: a tree

    /// "31 groups".
    QString description() const;
    void writeCsv(std::ostream& out) const;
};

} // namespace tidemark::ui
