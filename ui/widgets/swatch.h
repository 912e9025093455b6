#pragma once

#include "ui/theme/colors.h"

#include <QPen>
#include <QPixmap>
#include <QString>
#include <QWidget>

namespace tidemark::ui {

// Hatching, the same in charts, tables and legends: lines that slant upwards, x + y is constant along a line.
constexpr int kHatchPeriod = 6; // pixels along an edge
constexpr int kHatchLine = 2;

/// Paints only the lines. They have the same places in adjacent rectangles. Paints lines, not a pattern: Qt writes a
/// pattern into an SVG with a mask, which some viewers draw as a solid area.
void paintHatch(QPainter& painter, const QRectF& rect, const QPen& pen, int period = kHatchPeriod);
QString hatchText();
/// The pen of a hatched fill.
QPen hatchPen(const QColor& ink);
void paintFill(QPainter& painter, const QRectF& rect, const Fill& fill);

/// A square as an image of `side` logical pixels.
QPixmap swatch(const Fill& fill, int side, double pixelRatio);
/// A square as a character in HTML, as large as the surrounding text.
QString swatchHtml(const Fill& fill);

class FillStrip : public QWidget
{
    Q_OBJECT

public:
    using QWidget::QWidget;
    void setFill(const Fill& fill);

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    Fill m_fill;
};

} // namespace tidemark::ui
