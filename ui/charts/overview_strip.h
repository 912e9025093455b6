#pragma once

#include "ui/charts/chart_navigation.h"
#include "ui/charts/coordinates.h"
#include "ui/state/view_state.h"

#include <QImage>
#include <QWidget>

namespace tidemark::ui {

/// A small curve of the whole axis. It marks the window of visible cells, which can be moved and resized.
class OverviewStrip : public QWidget
{
    Q_OBJECT

public:
    enum class Part { None, Window, LeftHandle, RightHandle, Outside };

    explicit OverviewStrip(ViewState* state, QWidget* parent = nullptr);

    Part partAt(const QPointF& at) const;
    /// The window of visible steps, in pixels.
    QRectF windowRect() const;
    /// Sets where the chart above begins, see MemoryChart::gutter().
    void setGutter(double gutter);
    /// Sets the text to the left of the strip.
    void setCaption(const QString& caption);
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return {200, sizeHint().height()}; }

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    QRectF stripRect() const;
    StepScale scale() const; // all steps
    void redraw();
    void drawCurve();
    void paintWindow(QPainter& painter);
    void updateDescription();
    void drag(double x);

    ViewState* m_state;
    ChartNavigation m_navigation;
    double m_gutter;
    QString m_caption;
    QImage m_curve;
    Part m_pressed = Part::None;
    double m_pressedAt = 0; // in steps
    StepRange m_pressedRange;
    bool m_wasDragged = false;
};

} // namespace tidemark::ui
