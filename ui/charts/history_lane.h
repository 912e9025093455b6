#pragma once

#include "ui/charts/coordinates.h"
#include "ui/state/view_state.h"

#include <QWidget>

namespace tidemark::ui {

/// What happens to the row that is pointed at, below the chart and along its axis: birth, uses, hand-overs, release.
/// Its room is kept while none is, so that nothing moves. A click puts the cursor on the nearest of them.
class HistoryLane : public QWidget
{
    Q_OBJECT

public:
    explicit HistoryLane(ViewState* state, QWidget* parent = nullptr);

    /// Where the chart above begins, see MemoryChart::gutter().
    void setGutter(double gutter);
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return {200, sizeHint().height()}; }
    /// The nearest to a pixel of what is visible; null: nothing is near enough.
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
