#pragma once

#include "ui/charts/icicle_content.h"

#include <iosfwd>

namespace tidemark::ui {

/// The groups of an icicle from what it is zoomed to on, each before those below it, as CSV: the group at each level
/// (its column is called by the grouping's id), how deep it is, `rows`, `repeats` (alike parts that stand there as
/// one), `bytes` (what it occupies; those right below it add up to it), `size_bytes`, and with a filter
/// `matching_bytes`.
struct GroupTable {
    IcicleContent content; // REQUIRES: a tree

    /// "31 groups".
    QString description() const;
    void writeCsv(std::ostream& out) const;
};

} // namespace tidemark::ui
