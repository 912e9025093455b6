#pragma once

#include "ui/charts/chart_interaction.h"

#include <QWidget>

namespace tidemark::ui {

/// The ratio of the shown view over its axis: a small chart below the level chart. It shares the cursor, the visible
/// cells and the selected range with that chart, and changes them in the same way.
class RatioChart : public QWidget
{
    Q_OBJECT

public:
    explicit RatioChart(ViewState* state, QWidget* parent = nullptr);

    /// Sets where the chart above begins, see MemoryChart::gutter().
    void setGutter(double gutter);
    /// Returns null if the view has no ratio.
    const Curve* ratio() const;
    PlotGeometry plotGeometry() const;
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return {200, sizeHint().height()}; }

protected:
    bool event(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void keyReleaseEvent(QKeyEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    QString describe(StepId cell) const;
    void refresh();

    ViewState* m_state;
    ChartNavigation m_navigation;
    ChartInteraction m_interaction;
    double m_gutter;
};

} // namespace tidemark::ui
