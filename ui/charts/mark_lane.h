#pragma once

#include "core/view/view.h"
#include "ui/charts/axis_lane.h"
#include "ui/charts/coordinates.h"
#include "ui/theme/colors.h"

#include <QFont>
#include <QRectF>

#include <vector>

class QPainter;

namespace tidemark::ui {

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
    void select(const Mark& mark);

    std::shared_ptr<const View> m_view; // the view that owns the marks
    MarkRows m_rows;
};

} // namespace tidemark::ui
