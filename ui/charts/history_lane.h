#pragma once

#include "ui/charts/axis_lane.h"

namespace tidemark::ui {

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

} // namespace tidemark::ui
