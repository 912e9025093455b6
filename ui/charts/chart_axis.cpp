#include "ui/charts/chart_axis.h"

#include "ui/theme/text.h"

#include <QFontMetricsF>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace tidemark::ui {
namespace {

constexpr double kTickSpacing = 7; // in label heights
constexpr double kTickLength = 4;
constexpr double kGap = 2;
constexpr double kBottom = 3;
constexpr double kNamesFrom = 4; // minimum width of a cell, in label heights
constexpr double kNameMargin = 3;

struct Label {
    double x = 0;
    QString text;
};

/// One label for each cell that is wide enough for its name.
std::vector<Label> names(const ChartScene& scene, const QFontMetricsF& metrics)
{
    const PlotGeometry& g = scene.geometry;
    std::vector<Label> labels;
    for (std::uint32_t cell = g.steps.range.begin; cell < g.steps.range.end; ++cell)
        labels.push_back({centreOf(g.steps, StepId(cell)),
                          metrics.elidedText(text(scene.view().axis.label(StepId(cell))), Qt::ElideMiddle,
                                             g.steps.perStep() - 2 * kNameMargin)});
    return labels;
}

std::vector<Label> numbers(const ChartScene& scene, const QFontMetricsF& metrics)
{
    const PlotGeometry& g = scene.geometry;
    const int count = static_cast<int>(g.width / (kTickSpacing * metrics.height())) + 1;
    std::vector<Label> labels;
    for (const CellTick& tick : cellTicks(scene.view().axis, g.steps.range, count))
        // Step 0 of a long program is labelled at the left edge, and so is a time.
        labels.push_back({g.steps.perStep() < kTickLength || scene.view().axis.start ? xOf(g.steps, tick.cell.value)
                                                                                     : centreOf(g.steps, tick.cell),
                          tick.text});
    return labels;
}

QString titleOf(const ChartScene& scene, const QFontMetricsF& metrics)
{
    const QString title = text(scene.view().axis.title);
    if (metrics.horizontalAdvance(title) <= scene.geometry.width)
        return title;
    // The part in parentheses is an explanation that can be omitted.
    const QString words = title.section(QStringLiteral(" ("), 0, 0);
    return metrics.elidedText(words, Qt::ElideRight, scene.geometry.width);
}

} // namespace

double cellAxisHeight(const QFont& small)
{
    return std::ceil(kTickLength + kGap + 2 * QFontMetricsF(small).height() + kBottom);
}

bool hasNames(const ChartScene& scene)
{
    return scene.view().axis.kind == AxisKind::Phases
        && scene.geometry.steps.perStep() >= kNamesFrom * QFontMetricsF(scene.fonts.small).height();
}

void paintCellAxis(QPainter& painter, const ChartScene& scene, const std::vector<QRectF>& covered)
{
    const PlotGeometry& g = scene.geometry;
    const QFontMetricsF metrics(scene.fonts.small);
    painter.setFont(scene.fonts.small);
    const QString title = titleOf(scene, metrics);
    const double baseline = g.bottom() + kTickLength + kGap + metrics.ascent();
    painter.setPen(scene.colors.secondaryText);
    painter.drawText(QPointF(g.left + (g.width - metrics.horizontalAdvance(title)) / 2, baseline + metrics.height()),
                     title);
    if (scene.view().axis.kind == AxisKind::None)
        return;
    for (const Label& label : hasNames(scene) ? names(scene, metrics) : numbers(scene, metrics)) {
        const double width = metrics.horizontalAdvance(label.text);
        painter.fillRect(QRectF(label.x, g.bottom() + 1, 1, kTickLength), scene.colors.border);
        const QRectF place(label.x - width / 2, baseline - metrics.ascent(), width, metrics.height());
        if (std::ranges::none_of(covered, [&](const QRectF& box) {
                return place.intersects(box.adjusted(-kNameMargin, 0, kNameMargin, 0));
            }))
            painter.drawText(QPointF(place.left(), baseline), label.text);
    }
}

} // namespace tidemark::ui
