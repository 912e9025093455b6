#pragma once

#include "ui/pages/compare/compare_words.h"
#include "ui/pages/page.h"

namespace tidemark::ui {

class CompareChart;

/// The cursors of a comparison, where clicks and keys put them. What keys and commands move stays in view.
class CompareCursors
{
public:
    /// Both outlive it.
    CompareCursors(ComparisonMaker* maker, CompareChart* chart);

    bool areAtPeaks() const;
    void goToPeaks();
    /// It moves cursors, and they can be.
    bool canDo(Command command) const;
    /// REQUIRES: canDo(command)
    void perform(Command command);
    bool takeKey(const QKeyEvent& event);

private:
    using Steps = std::array<std::optional<StepId>, 2>; // by side; absent: the peak

    const std::shared_ptr<const Comparison>& comparison() const;
    Steps steps() const { return {m_maker->step(ComparedSide::A), m_maker->step(ComparedSide::B)}; }
    /// Both, or that of one side alone, as far as there are cells.
    void move(std::int64_t by, std::optional<ComparedSide> alone = std::nullopt);

    ComparisonMaker* m_maker;
    CompareChart* m_chart;
    Steps m_before; // the last click
};

} // namespace tidemark::ui
