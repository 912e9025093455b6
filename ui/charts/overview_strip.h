#pragma once

#include "ui/charts/chart_navigation.h"
#include "ui/charts/lanes.h"

#include <QImage>

namespace tidemark::ui {

/// A small curve of the whole axis. It marks the window of visible cells, which can be moved and resized.
class OverviewStrip : public AxisLane
{
    Q_OBJECT

public:
    enum class Part { None, Window, LeftHandle, RightHandle, Outside };

    explicit OverviewStrip(ViewState* state, QWidget* parent = nullptr);

    Part partAt(const QPointF& at) const;
    /// The window of visible steps, in pixels.
    QRectF windowRect() const;

protected:
    double laneHeight() const override;
    void paintLane(QPainter& painter, const Colors& colors) override;
    void refresh() override;
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    StepScale wholeScale() const; // all steps
    void paintWindow(QPainter& painter, const Colors& colors);
    void drag(double x);

    ChartNavigation m_navigation;
    std::shared_ptr<const View> m_view; // the view of the curve
    QImage m_curve;
    Part m_pressed = Part::None;
    double m_pressedAt = 0; // in steps
    StepRange m_pressedRange;
    bool m_wasDragged = false;
};

} // namespace tidemark::ui
