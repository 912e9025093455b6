#pragma once

#include "ui/charts/coordinates.h"
#include "ui/state/view_state.h"
#include "ui/theme/colors.h"

#include <QFont>
#include <QWidget>

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
    /// Sets the text to the left of the lane.
    void setCaption(const QString& caption);
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return {200, sizeHint().height()}; }

protected:
    ViewState* state() const { return m_state; }
    /// The height of the lane, in pixels.
    virtual double laneHeight() const = 0;
    virtual void paintLane(QPainter& painter, const Colors& colors) = 0;
    /// The plain text of the tool tip at a position of the widget; empty for none.
    virtual QString tipAt(const QPointF&) const { return {}; }
    /// Updates the accessible texts and redraws.
    virtual void refresh() { update(); }

    QRectF lane() const;
    /// The visible cells over the width of the lane.
    StepScale scale() const;
    /// Draws the line of the cursor over the full height, if the cursor is visible.
    void paintCursor(QPainter& painter, const Colors& colors) const;
    QFont smallFont() const;

    bool event(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    ViewState* m_state;
    int m_above;
    int m_below;
    double m_gutter;
    QString m_caption;
};

} // namespace tidemark::ui
