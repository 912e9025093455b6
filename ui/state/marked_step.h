#pragma once

#include "core/view/breakdown.h"
#include "ui/state/facet.h"
#include "ui/state/units.h"

#include <optional>
#include <vector>

namespace tidemark::ui {

class ViewState;

/// Which rows are listed while a step is marked: those that live there alone, at the cursor as well, at the cursor
/// alone.
struct MarkedParts {
    bool marked = false;
    bool both = true;
    bool cursor = true;

    friend bool operator==(const MarkedParts&, const MarkedParts&) = default;
    /// As long as nothing is asked for: what lives at the cursor.
    bool isUsual() const { return *this == MarkedParts(); }
    /// For Facet::group: the step and these.
    std::string text(StepId marked) const;
    static MarkedParts of(const Facet& facet);
};

/// The step of a facet of kByMarked.
StepId markedStepOf(const Facet& facet);

/// What the cursor has against the marked step. Bytes are occupied.
struct MarkedSums {
    struct Part {
        std::size_t rows = 0;
        std::int64_t marked = 0; // bytes there
        std::int64_t cursor = 0;
        std::int64_t change() const { return cursor - marked; }
    };
    Part onlyMarked;
    Part both;
    Part onlyCursor;
    std::vector<std::pair<QString, std::int64_t>> categories; // what changes, the most first; none where not known

    std::int64_t change() const { return onlyMarked.change() + both.change() + onlyCursor.change(); }
};

/// REQUIRES: a marked step. Cost: a pass over the rows of both steps.
MarkedSums markedSums(const ViewState& state);
/// "Step 351: +1.20 GiB against step 131: Activations +1.1 GiB, Gradients +96 MiB"
QString markedText(const ViewState& state, const MarkedSums& sums);

} // namespace tidemark::ui
