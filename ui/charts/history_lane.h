#pragma once

#include "ui/charts/coordinates.h"
#include "ui/state/view_state.h"

#include <QWidget>

namespace tidemark::ui {

/// The events of the pointed row, below the chart and along its axis: birth, uses, hand-overs, release. The lane keeps
/// its height while no row is pointed at, so that nothing moves. A click moves the cursor to the nearest event.
class HistoryLane : public QWidget
{
    Q_OBJECT

public:
    explicit HistoryLane(ViewState* state, QWidget* parent = nullptr);

    /// Sets where the chart above begins, see MemoryChart::gutter().
    void setGutter(double gutter);
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return {200, sizeHint().height()}; }
    /// The visible event nearest to a pixel. Null if none is near enough.
    const RowEvent* eventAt(double x) const;

protected:
    bool event(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    const RowEvent* nearestTo(double x, double reach) const;
    std::optional<RowId> row() const; // the row that is shown
    StepScale scale() const;
    void refresh();
    void step(bool forward);
    void paintLife(QPainter& painter, RowId row) const;
    void paintHint(QPainter& painter, const QRectF& lane) const;
    void paintEvents(QPainter& painter, RowId row) const;

    ViewState* m_state;
    double m_gutter;
};

} // namespace tidemark::ui
