#pragma once

#include "ui/charts/marks_painter.h"
#include "ui/state/view_state.h"

#include <QWidget>

namespace tidemark::ui {

/// The named ranges of the shown view, below the chart and along its axis: programs and the parts that run inside them.
/// A click selects a range, a double click zooms to it. Hidden if the view has no named ranges.
class MarkLane : public QWidget
{
    Q_OBJECT

public:
    explicit MarkLane(ViewState* state, QWidget* parent = nullptr);

    /// Sets where the chart above begins, see MemoryChart::gutter().
    void setGutter(double gutter);
    bool isEmpty() const { return m_rows.isEmpty(); }
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return {200, sizeHint().height()}; }
    const Mark* markAt(const QPointF& at) const;

protected:
    bool event(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    QRectF area() const;
    StepScale scale() const;
    void showView();
    void select(const Mark& mark);

    ViewState* m_state;
    std::shared_ptr<const View> m_view; // the view that owns the marks
    MarkRows m_rows;
    double m_gutter;
};

} // namespace tidemark::ui
