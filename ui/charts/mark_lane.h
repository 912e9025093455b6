#pragma once

#include "ui/charts/axis_lane.h"
#include "ui/charts/marks_painter.h"

namespace tidemark::ui {

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
