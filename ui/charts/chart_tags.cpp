#include "ui/charts/chart_tags.h"

#include <QFontMetricsF>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace tidemark::ui {
namespace {

constexpr double kTop = 5;
constexpr double kGap = 7; // from the line to its label
constexpr double kRowGap = 4;
constexpr double kPadding = 10;
constexpr int kMaxRows = 8;

} // namespace

ChartTags::ChartTags(const ChartScene& scene)
    : m_scene(scene)
    , m_height(std::ceil(QFontMetricsF(scene.font).height()) + 2)
{ }

double ChartTags::widthOf(const QString& text) const
{
    return std::ceil(QFontMetricsF(m_scene.font).horizontalAdvance(text)) + 2 * kPadding;
}

QRectF ChartTags::place(double x, const QString& text, int row)
{
    const PlotGeometry& g = m_scene.geometry;
    const double width = std::min(widthOf(text), g.width - 2);
    double left = x + kGap;
    if (left + width > g.right() - 2)
        left = x - kGap - width;
    left = std::clamp(left, g.left + 1, std::max(g.left + 1, g.right() - 1 - width));
    QRectF rect;
    for (int i = row; i < row + kMaxRows; ++i) {
        rect = QRectF(std::round(left), std::round(g.top + kTop + i * (m_height + kRowGap)), width, m_height);
        if (std::ranges::none_of(m_taken, [&](const QRectF& taken) { return taken.intersects(rect); }))
            break;
    }
    m_taken.push_back(rect);
    return rect;
}

void ChartTags::paint(QPainter& painter, const QRectF& rect, const QString& text, const QColor& fill,
                      const QColor& ink) const
{
    painter.setPen(Qt::NoPen);
    painter.setBrush(fill);
    painter.drawRoundedRect(rect, 2, 2);
    painter.setPen(ink);
    painter.setFont(m_scene.font);
    const QFontMetricsF metrics(m_scene.font);
    const QString shown = widthOf(text) > rect.width() + 1
        ? metrics.elidedText(text, Qt::ElideRight, rect.width() - 2 * kPadding)
        : text;
    painter.drawText(QPointF(rect.left() + kPadding, rect.top() + 1 + metrics.ascent()), shown);
}

} // namespace tidemark::ui
