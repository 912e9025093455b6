#pragma once

#include "ui/charts/chart_canvas.h"
#include "ui/charts/chart_interaction.h"
#include "ui/charts/chart_lifetime.h"
#include "ui/charts/chart_pointer.h"

#include <QWidget>

class QMenu;

namespace tidemark::ui {

class ChartButtons;

/// Memory over program order: the curve of the visible steps below a header, with peak, cursor, selected range and the
/// lifetime of the buffer pointed at. The chart itself is kept as a picture; what follows the pointer is drawn over it.
class MemoryChart : public QWidget
{
    Q_OBJECT

public:
    explicit MemoryChart(ViewState* state, QWidget* parent = nullptr);
    ~MemoryChart() override;

    /// What the device can hold, and its name; nullopt when it is not known.
    void setCapacity(std::optional<std::int64_t> bytes, const QString& device);
    void setShowCapacity(bool show);

    PlotGeometry plotGeometry() const;
    QSize sizeHint() const override { return {900, 300}; }
    QSize minimumSizeHint() const override { return {320, 180}; }

public slots:
    void goToPeak();
    void nextPeak();
    void previousPeak();
    void zoomIn();
    void zoomOut();
    void fit();
    void zoomToSelection();
    void moveCursor(int steps);
    /// Scrolls the visible steps to the cursor when it is outside.
    void showCursor();
    /// Ends what Esc ends: a drag, else the selected range, the pin, the filter, the zoom.
    void escape();

signals:
    void hoveredStep(std::optional<std::uint32_t> step);
    void pictureRequested();

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;
    bool event(QEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void keyReleaseEvent(QKeyEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;

private:
    const ChartScene& scene() const; // REQUIRES: a state that is not empty
    QRectF plotRect() const;
    void connectState();
    void setHoveredStep(std::optional<std::uint32_t> step, const QPointF& at);
    void pointAt(const QPointF& at);
    /// Other steps, sizes or numbers are under a pointer that stayed.
    void refreshPointer();
    void updateHeader();
    void updateShape();
    void updateDescription();
    void paintHeader(QPainter& painter);
    void paintEmpty(QPainter& painter);
    void paintNoTrace(QPainter& painter, const ChartScene& scene);
    /// What the user sees changed: the marks, the curve, or all of it.
    void redrawMarks();
    void markStale(const QRegion& region);
    void drawMarks();
    void redrawCurve();
    void redrawAll();
    void redrawLifetimes();
    BufferKind lifetimeKind() const; // which colour the legend shows

    ViewState* m_state;
    ChartNavigation m_navigation;
    ChartInteraction m_interaction;
    ChartCanvas m_canvas;
    ChartButtons* m_buttons;
    mutable std::optional<ChartScene> m_scene;
    QRect m_legendSwatch; // of the lifetime
    std::vector<ChartLifetime> m_lifetimes;
    bool m_hasLifetimes = false; // they are those of the scene
    QImage m_marked; // the canvas with all but the pointer
    QRegion m_staleMarks; // what of it must be drawn again
    ChartPointer m_pointer;
    QPointF m_pointerAt;
    std::optional<Capacity> m_capacity;
    bool m_showsCapacity = false;
    std::int64_t m_padding = 0; // the most at any step
    std::optional<std::uint32_t> m_selectedPeak;
};

} // namespace tidemark::ui
