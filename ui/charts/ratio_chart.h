#pragma once

#include "core/view/view.h"
#include "ui/charts/axis_lane.h"
#include "ui/charts/chart_interaction.h"
#include "ui/charts/coordinates.h"
#include "ui/theme/colors.h"

#include <QFont>
#include <QRectF>

class QPainter;

namespace tidemark::ui {

/// The upper end of the axis of a ratio, in permille: a round number that is not below any value.
std::int64_t ratioTop(const Curve& ratio);

/// Draws a curve of permille with its axis. Percentages are to the left of the plot, the name of the curve is inside. A
/// pixel column shows the maximum of its cells. Unknown values are left out.
void paintRatio(QPainter& painter, const QRectF& plot, const Curve& ratio, StepRange visible, const Colors& colors,
                const QFont& small);

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
