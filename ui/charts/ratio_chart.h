#pragma once

#include "core/view/view.h"
#include "ui/charts/chart_navigation.h"
#include "ui/charts/lanes.h"
#include "ui/charts/plot.h"

#include <tuple>

namespace tidemark::ui {

/// The upper end of the axis of a ratio, in permille: a round number that is not below any value.
std::int64_t ratioTop(const Curve& ratio);

/// The plot of a curve of permille. Its axis has percentages instead of bytes.
Plot ratioPlot(const Curve& ratio, const QRectF& area, StepRange visible, const Colors& colors, const QFont& font);
/// Draws the curve and its name, without the frame.
void paintRatio(QPainter& painter, const Plot& plot, const Curve& ratio);

/// The ratio of the shown view over its axis: a small chart below the level chart. It shares the cursor, the visible
/// cells and the selected range with that chart, and changes them in the same way.
class RatioChart : public AxisLane
{
    Q_OBJECT

public:
    explicit RatioChart(ViewState* state, QWidget* parent = nullptr);

    /// Returns null if the view has no ratio.
    const Curve* ratio() const { return state()->isEmpty() ? nullptr : state()->view()->curve(CurveRole::Ratio); }
    PlotGeometry plotGeometry() const;

protected:
    double laneHeight() const override;
    void paintLane(QPainter& painter, const Colors& colors) override;
    QString tipAt(const QPointF& at) const override;
    void refresh() override;
    bool event(QEvent* event) override { return (ratio() && m_interaction.handle(*event)) || AxisLane::event(event); }

private:
    QString describe(StepId cell) const;

    /// What the frame depends on: the plot, the end of the axis, the palette, the font, the size in device pixels.
    using FrameKey = std::tuple<QRectF, double, qint64, QFont, QSizeF>;

    ChartNavigation m_navigation;
    ChartInteraction m_interaction;
    QPicture m_frame;
    FrameKey m_frameKey;
};

} // namespace tidemark::ui
