#pragma once

#include "core/view/view.h"
#include "ui/charts/chart_navigation.h"
#include "ui/charts/scales.h"
#include "ui/state/view_state.h"
#include "ui/theme/colors.h"

#include <QFont>
#include <QImage>
#include <QRectF>
#include <QWidget>

#include <vector>

class QPainter;

namespace tidemark::ui {

/// A low chart below another chart, along the same axis: a caption to the left, the lane, the cursor. A lane is
/// redrawn when the view, the visible cells or the cursor change; a subclass calls refresh() for other changes.
class AxisLane : public QWidget
{
    Q_OBJECT

public:
    /// `above` and `below` are the pixels between the lane and the edges of the widget.
    AxisLane(ViewState* state, int above, int below, QWidget* parent);

    /// Sets where the chart above begins, see MemoryChart::gutter().
    void setGutter(double gutter);
    void setCaption(const QString& caption);
    QSize sizeHint() const override { return {600, static_cast<int>(std::ceil(laneHeight())) + m_above + m_below}; }
    QSize minimumSizeHint() const override { return {200, sizeHint().height()}; }

protected:
    ViewState* state() const { return m_state; }
    /// The height of the lane, in pixels.
    virtual double laneHeight() const = 0;
    virtual void paintLane(QPainter& painter, const Colors& colors) = 0;
    /// The plain text of the tool tip at a position of the widget; empty for none.
    virtual QString tipAt(const QPointF&) const { return {}; }
    virtual void refresh() { update(); }

    QRectF lane() const;
    /// The visible cells over the width of the lane.
    StepScale scale() const { return {lane().left(), lane().width(), m_state->axis().visible()}; }
    /// Draws the line of the cursor over the full height, if the cursor is visible.
    void paintCursor(QPainter& painter, const Colors& colors) const;
    QFont smallFont() const;

    bool event(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    ViewState* m_state;
    int m_above;
    int m_below;
    double m_gutter;
    QString m_caption;
};

/// The events of the pointed row, below the chart and along its axis: birth, uses, hand-overs, release. The lane keeps
/// its height while no row is pointed at, so that nothing moves. A click moves the cursor to the nearest event.
class HistoryLane : public AxisLane
{
    Q_OBJECT

public:
    explicit HistoryLane(ViewState* state, QWidget* parent = nullptr);

    /// The visible event nearest to a pixel. Null if none is near enough.
    const RowEvent* eventAt(double x) const;

protected:
    double laneHeight() const override;
    void paintLane(QPainter& painter, const Colors& colors) override;
    QString tipAt(const QPointF& at) const override;
    void refresh() override;
    void mousePressEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    const RowEvent* nearestTo(double x, double reach) const;
    std::optional<RowId> row() const; // the row that is shown
    void step(bool forward);
    void paintLife(QPainter& painter, RowId row, const Colors& colors) const;
    void paintEvents(QPainter& painter, RowId row, const Colors& colors) const;
    void paintHint(QPainter& painter) const;
};

/// The named ranges of a view in rows. A range that lies inside another is in the row below it.
class MarkRows
{
public:
    static constexpr int kMost = 3; // rows; ranges that are nested deeper are in the last row

    MarkRows() = default;
    /// Cost: sorts the marks once. The view must outlive this object.
    explicit MarkRows(const View& view);

    int count() const { return m_rows; }
    bool isEmpty() const { return m_rows == 0; }
    double height(const QFont& small) const;
    /// The innermost range of a row at a cell. Null if there is none.
    const Mark* at(StepId cell, int row) const;
    /// next() is the first range that begins after a cell, previous() the last range that begins before it. Null if
    /// there is none.
    const Mark* next(StepId cell) const;
    const Mark* previous(StepId cell) const;

    /// Draws the visible ranges, and their names if there is room.
    void paint(QPainter& painter, const QRectF& area, const StepScale& steps, const Colors& colors,
               const QFont& small) const;

private:
    struct Place {
        const Mark* mark;
        int row;
    };
    std::vector<Place> m_places; // by first cell; of equal ones the longest first
    int m_rows = 0;
};

/// The named ranges of the shown view, below the chart and along its axis: programs and the parts that run inside them.
/// A click selects a range, a double click zooms to it. Hidden if the view has no named ranges.
class MarkLane : public AxisLane
{
    Q_OBJECT

public:
    explicit MarkLane(ViewState* state, QWidget* parent = nullptr);

    bool isEmpty() const { return m_rows.isEmpty(); }
    const Mark* markAt(const QPointF& at) const;

protected:
    double laneHeight() const override { return m_rows.height(smallFont()); }
    void paintLane(QPainter& painter, const Colors& colors) override;
    QString tipAt(const QPointF& at) const override;
    void refresh() override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    void select(const Mark& mark); // and its highest step

    std::shared_ptr<const View> m_view; // the view that owns the marks
    MarkRows m_rows;
};

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
