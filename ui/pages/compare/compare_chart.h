#pragma once

#include "ui/charts/chart_navigation.h"
#include "ui/charts/plot_chart.h"
#include "ui/pages/compare/compare_plot.h"

#include <QPixmap>
#include <QWidget>

namespace tidemark::ui {

class CompareChart;

/// Moves the cursors of a comparison. After a move by a key or command the cursors that moved are visible. A click
/// moves both, or with Ctrl only the cursor of the nearer curve. A double-click shows the whole axis and puts the
/// cursors back.
class CompareNavigation : public AxisNavigation
{
public:
    /// `chart` and `maker` must outlive this object.
    CompareNavigation(AxisView* axis, CompareChart* chart, ComparisonMaker* maker);

    bool areAtPeaks() const;
    void goTo(StepId step) override;
    void move(std::int64_t cells) override { moveOf({ComparedSide::A, ComparedSide::B}, cells); }
    /// Moves the cursors of some sides, at most to the ends of their axes.
    void moveOf(const std::vector<ComparedSide>& sides, std::int64_t cells);
    void goToPeak() override;
    void click(StepId step, const QPointF& at, Qt::KeyboardModifiers modifiers) override;
    void doubleClick(StepId step) override;
    void goToHighestIn(StepRange range) override;

private:
    using Steps = std::array<std::optional<StepId>, 2>; // by side; absent: the peak

    const CompareCurves& curves() const;
    Steps steps() const { return {m_maker->step(ComparedSide::A), m_maker->step(ComparedSide::B)}; }
    void set(const Steps& steps) { m_maker->setSteps(steps[0], steps[1]); }
    /// Moves the visible range so that the cells are visible: all if they fit, else the nearest.
    void show(const Steps& cells);
    ComparedSide nearer(const QPointF& at) const;

    CompareChart* m_chart;
    ComparisonMaker* m_maker;
    std::optional<Steps> m_before; // steps before the last click
};

/// Shows two curves over one another, each with its own cursor. Its axis is that of CompareCurves.
class CompareChart : public QWidget
{
    Q_OBJECT

public:
    CompareChart(ComparisonMaker* maker, QWidget* parent);

    CompareNavigation& navigation() { return m_navigation; }
    const AxisView& axis() const { return m_axis; }
    /// Keeps the visible range, unless the comparison is of other programs.
    void setComparison(std::shared_ptr<const Comparison> comparison);
    void setByStep(bool isByStep);
    void setLives(std::shared_ptr<const ComparedLives> lives);
    void setUnit(ByteUnit unit);
    const CompareCurves& curves() const { return m_curves; }
    /// REQUIRES: a comparison
    CompareScene scene() const { return {m_curves, rect(), colorsFor(palette()), font()}; }
    QSize minimumSizeHint() const override;

signals:
    void axisChanged(); // the visible or the selected range

protected:
    void paintEvent(QPaintEvent* event) override;
    bool event(QEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;

private:
    void followAxis();
    void invalidate();
    void describe();
    void setPointer(std::optional<QPointF> at);
    TipText tipAt(double position) const;

    CompareCurves m_curves;
    AxisView m_axis;
    CompareNavigation m_navigation;
    ChartInteraction m_interaction;
    PlotChart m_frame;
    QPixmap m_picture; // everything except the pointer; null: out of date
    std::optional<QPointF> m_pointer;
};

} // namespace tidemark::ui
