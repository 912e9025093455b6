#pragma once

#include "core/base/progress.h"
#include "core/base/warnings.h"
#include "core/view/check.h"
#include "core/view/explanation.h"
#include "core/view/figures.h"
#include "core/view/finding.h"
#include "core/view/row_meanings.h"
#include "core/view/row_uses.h"
#include "core/view/step_series.h"

#include <memory>

namespace tidemark {

/// A named range of cells.
struct Mark {
    std::string name;
    StepId begin{0};
    StepId end{0};
    Hue hue = Hue::Temporary; // its colour
};

/// One memory of one program: curves over an axis, figures that add up, the rows that take the memory, and problems.
/// Immutable and shared. Everything that a page shows comes from one view, so its parts are always about the same
/// program.
///
/// Invariants: every curve has axis.count values, except an unknown upstream curve. The level is at least the sum of
/// `floor`. Where there are rows, Σ (size − overlap) over rows.live(step) is the level at the step.
struct View {
    std::string path; // path of the file that holds the program
    std::string host; // empty if the file does not state it
    std::string program; // "jit_train_step"
    std::optional<std::uint64_t> programId;
    std::string programText; // "jit_train_step(137)"
    std::int64_t memory = 0;
    std::string memoryName; // "HBM", "space 8"
    std::string memoryText; // "HBM (0)", "space 8"

    Axis axis;
    std::vector<Curve> curves; // the first one, and only it, has the role Level
    std::vector<Part> floor; // memory that is always live, from the bottom up
    std::vector<Mark> marks;
    std::vector<StepId> failures; // cells in which an allocation failed, ascending
    StepId peakStep{0}; // the first cell that reaches the peak, at its end or inside
    bool isHistory = false; // recorded while programs ran: it has all that was in the memory, not one program
    bool isPeakLeast = false; // the peak is a lower bound; the figures have the reason
    Rows rows;
    Platform platform = Platform::Unknown;
    DeviceFacts device; // the device in the file
    /// The figures for a device of the user's choice, or with null for the device that the file names. Cost: up to a
    /// pass over the program.
    std::function<Figures(const Device* chosen)> figures = [](const Device*) { return Figures(); };
    /// The meaning of the rows' bytes by the kind's own rules. Computed on first use, from any thread; a second caller
    /// waits for the first and cannot cancel it. Errors: Cancelled. Null: the kind has no meanings.
    std::function<Result<std::shared_ptr<const RowMeanings>>(const Progress&)> meanings;
    /// Replaces the meanings, the explanation and the findings of a copy of this view by those of other rules. Null:
    /// the kind has no meanings.
    std::function<void(View& copy, std::shared_ptr<const RowMeanings> byRules)> replaceMeanings;
    /// The events of the rows: definition, uses, takeovers, release. Computed like `meanings`.
    std::function<Result<std::shared_ptr<const RowUses>>(const Progress&)> uses;
    /// Ways to need less memory, the largest saving first, and last the effect of all together and whether the program
    /// then fits. `shown` are the figures of the view, with the capacity that counts. Computed on each call, from any
    /// thread. Errors: Cancelled. Null: the kind has no advice.
    std::function<Result<std::vector<Finding>>(const Figures& shown, const Progress&)> findings;
    /// Why the peak is there, for the figures that are shown. Computed when first asked for, from any thread. Error of
    /// kind Cancelled. Null: the kind has no explanation.
    std::function<Result<Explanation>(const Figures& shown, const Progress&)> explain;
    std::string
        untriedAdvice; // names the rules that cannot be tried and the missing facts; empty if all rules are tried
    /// All checks in a fixed order. Notes appear only where they apply. Cost: passes over rows and levels.
    std::function<std::vector<Check>()> checks = [] { return std::vector<Check>(); };
    Warnings problems; // problems of the program and this memory
    Warnings remarks; // about figures that users see elsewhere; nothing is wrong with the file
    std::uint64_t memoryUse = 0; // approximate size of this view, in bytes
    std::shared_ptr<const void> owner; // owner of the memory that spans and columns read

    std::span<const std::int64_t> level() const { return curves.front().values; }
    /// Null when there is no such curve.
    const Curve* curve(CurveRole role) const
    {
        for (const Curve& each : curves)
            if (each.role == role)
                return &each;
        return nullptr;
    }
    /// Empty when there is no such curve.
    std::span<const std::int64_t> values(CurveRole role) const
    {
        const Curve* const found = curve(role);
        return found ? found->values : std::span<const std::int64_t>();
    }
    /// The maximum inside each cell if the kind knows it, otherwise the level after the cell. The maximum of these
    /// values is the peak.
    std::span<const std::int64_t> highest() const
    {
        const auto inside = values(CurveRole::Inside);
        return inside.empty() ? level() : inside;
    }
    /// The first cell of a range with the largest value. REQUIRES: a range that is not empty
    StepId highestIn(StepRange range) const { return StepId(peakIn(highest(), range)); }
    std::int64_t levelAt(StepId step) const { return level()[step.index()]; }
    std::int64_t floorBytes() const
    {
        std::int64_t sum = 0;
        for (const Part& part : floor)
            sum += part.bytes;
        return sum;
    }
};

} // namespace tidemark
