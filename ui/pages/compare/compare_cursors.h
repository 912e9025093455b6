#pragma once

#include "ui/pages/compare/compare_words.h"
#include "ui/pages/page.h"

namespace tidemark::ui {

class CompareChart;

/// The cursors of a comparison, which clicks and keys move. After a move by a key or command the cursor is visible.
class CompareCursors
{
public:
    /// `maker` and `chart` must outlive this object.
    CompareCursors(ComparisonMaker* maker, CompareChart* chart);

    bool areAtPeaks() const;
    void goToPeaks();
    /// Returns whether the command moves cursors and can run now.
    bool canDo(Command command) const;
    /// REQUIRES: canDo(command)
    void perform(Command command);
    bool takeKey(const QKeyEvent& event);

private:
    using Steps = std::array<std::optional<StepId>, 2>; // by side; absent: the peak

    const std::shared_ptr<const Comparison>& comparison() const;
    Steps steps() const { return {m_maker->step(ComparedSide::A), m_maker->step(ComparedSide::B)}; }
    /// Moves both cursors, or the cursor of one side, as far as the axis goes.
    void move(std::int64_t by, std::optional<ComparedSide> alone = std::nullopt);

    ComparisonMaker* m_maker;
    CompareChart* m_chart;
    Steps m_before; // steps before the last click
};

} // namespace tidemark::ui
