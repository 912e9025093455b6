#pragma once

#include "ui/state/filter.h"

#include <vector>

namespace tidemark::ui {

class ViewState;

/// The rows that are listed while a step is marked: rows live only at the marked step, at both steps, only at the
/// cursor.
struct MarkedParts {
    bool marked = false;
    bool both = true;
    bool cursor = true;

    friend bool operator==(const MarkedParts&, const MarkedParts&) = default;
    /// Returns whether this is the default, the rows that are live at the cursor.
    bool isUsual() const { return *this == MarkedParts(); }
    /// The marked step and these parts as text, for Facet::group.
    std::string text(StepId marked) const;
    static MarkedParts of(const Facet& facet);
};

/// The marked step of a facet of kByMarked.
StepId markedStepOf(const Facet& facet);

/// The difference between the cursor and the marked step. Bytes are occupied bytes.
struct MarkedSums {
    struct Part {
        std::size_t rows = 0;
        std::int64_t marked = 0; // bytes at the marked step
        std::int64_t cursor = 0;
        std::int64_t change() const { return cursor - marked; }
    };
    Part onlyMarked;
    Part both;
    Part onlyCursor;
    std::vector<std::pair<QString, std::int64_t>> categories; // changes, the largest first; empty: unknown

    std::int64_t change() const { return onlyMarked.change() + both.change() + onlyCursor.change(); }
};

/// REQUIRES: a marked step. Cost: a pass over the rows of both steps.
MarkedSums markedSums(const ViewState& state);
/// "+1.20 GiB against step 131"
QString markedSumText(const ViewState& state, const MarkedSums& sums);
/// The same with the largest changes: "+1.20 GiB against step 131: Activations +1.1 GiB, Gradients +96 MiB"
QString markedText(const ViewState& state, const MarkedSums& sums);

} // namespace tidemark::ui
