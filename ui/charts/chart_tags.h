#pragma once

#include "ui/charts/chart_scene.h"

#include <vector>

namespace tidemark::ui {

constexpr double kTagRows = 3.7; // heights of a label that the labels at the top of the plot take

/// Places filled labels at the top of the plot, each beside the line it names: to the right of it, to the left near the
/// right edge, in the first row from `row` on where it covers no label placed before.
class ChartTags
{
public:
    explicit ChartTags(const ChartScene& scene);

    QRectF place(double x, const QString& text, int row);
    /// A label that has its place already.
    void reserve(const QRectF& rect) { m_taken.push_back(rect); }
    void paint(QPainter& painter, const QRectF& rect, const QString& text, const QColor& fill, const QColor& ink) const;
    double height() const { return m_height; }
    double widthOf(const QString& text) const;

private:
    const ChartScene& m_scene;
    double m_height;
    std::vector<QRectF> m_taken;
};

} // namespace tidemark::ui
