#pragma once

#include "ui/charts/axis_lane.h"
#include "ui/charts/chart_interaction.h"

namespace tidemark::ui {

/// The ratio of the shown view over its axis: a small chart below the level chart. It shares the cursor, the visible
/// cells and the selected range with that chart, and changes them in the same way.
class RatioChart : public AxisLane
{
    Q_OBJECT

public:
    explicit RatioChart(ViewState* state, QWidget* parent = nullptr);

    /// Returns null if the view has no ratio.
    const Curve* ratio() const;
    PlotGeometry plotGeometry() const;

protected:
    double laneHeight() const override;
    void paintLane(QPainter& painter, const Colors& colors) override;
    QString tipAt(const QPointF& at) const override;
    void refresh() override;
    bool event(QEvent* event) override;

private:
    QString describe(StepId cell) const;

    ChartNavigation m_navigation;
    ChartInteraction m_interaction;
};

} // namespace tidemark::ui
