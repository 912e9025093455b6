#include "ui/charts/chart_scene.h"

#include <QCoreApplication>
#include <QFontDatabase>
#include <QFontMetricsF>
#include <QPainter>

#include <algorithm>

namespace tidemark::ui {
namespace {

constexpr double kHeadroom = 1.13; // for the labels above the curve
constexpr double kTickSpacing = 95;
constexpr double kTickLength = 4;

double axisTop(const SpaceTimeline& timeline, const std::optional<Capacity>& capacity)
{
    const auto peak = static_cast<double>(timeline.occupiedPeakBytes());
    return kHeadroom * std::max(peak, capacity ? static_cast<double>(capacity->bytes) : 0.0);
}

} // namespace

double ChartScene::levelY(std::uint32_t step) const
{
    return yOf(geometry.bytes, static_cast<double>(timeline().occupied[step]));
}

ChartScene makeScene(const ViewState& state, const QRectF& plot, const Colors& colors, const QFont& font,
                     const std::optional<Capacity>& capacity)
{
    ChartScene scene;
    scene.state = &state;
    scene.axis = byteAxis(axisTop(*state.timeline(), capacity), state.unit());
    scene.geometry = {plot.left(), plot.top(), std::max(1.0, plot.width()), std::max(1.0, plot.height()), {}, {}};
    scene.geometry.steps = {scene.geometry.left, scene.geometry.width, state.visible()};
    scene.geometry.bytes = {scene.geometry.bottom(), scene.geometry.height, scene.axis.top};
    scene.colors = colors;
    scene.font = font;
    scene.smallFont = smallerFont(font);
    scene.fixedFont = fixedFontLike(scene.smallFont);
    scene.capacity = capacity;
    return scene;
}

std::int64_t largestPadding(const SpaceTimeline& timeline)
{
    std::int64_t largest = 0;
    for (std::uint32_t step = 0; step < timeline.steps; ++step)
        largest = std::max(largest, timeline.occupied[step] - timeline.unpadded[step]);
    return largest;
}

bool isSeen(const ChartScene& scene, std::int64_t bytes)
{
    return static_cast<double>(bytes) / scene.axis.top * scene.geometry.height >= 1;
}

void paintStepAxis(QPainter& painter, const ChartScene& scene)
{
    const PlotGeometry& g = scene.geometry;
    const QFontMetricsF metrics(scene.smallFont);
    painter.setFont(scene.smallFont);
    QString title = QCoreApplication::translate("MemoryChart", "Program order (scheduled step, not time)");
    if (metrics.horizontalAdvance(title) > g.width)
        title = QCoreApplication::translate("MemoryChart", "Program order");
    const double titleWidth = metrics.horizontalAdvance(title);
    const double baseline = g.bottom() + kTickLength + 2 + metrics.ascent();
    painter.setPen(scene.colors.secondaryText);
    painter.drawText(QPointF(g.left + (g.width - titleWidth) / 2, baseline + metrics.height()), title);
    for (const StepTick& tick : stepTicks(g.steps.range, static_cast<int>(g.width / kTickSpacing) + 1)) {
        // Step 0 of a long program belongs to the very left.
        const double x = g.steps.perStep() < kTickLength ? xOf(g.steps, tick.step) : centreOf(g.steps, tick.step);
        const double width = metrics.horizontalAdvance(tick.text);
        painter.fillRect(QRectF(x, g.bottom() + 1, 1, kTickLength), scene.colors.border);
        painter.drawText(QPointF(x - width / 2, baseline), tick.text);
    }
}

QColor mixed(const QColor& a, const QColor& b, double share)
{
    const auto mix = [share](float x, float y) { return static_cast<float>(share * x + (1 - share) * y); };
    return QColor::fromRgbF(mix(a.redF(), b.redF()), mix(a.greenF(), b.greenF()), mix(a.blueF(), b.blueF()));
}

QFont fixedFontLike(const QFont& font)
{
    QFont fixed = QFontDatabase::systemFont(QFontDatabase::FixedFont);
    if (font.pointSizeF() > 0)
        fixed.setPointSizeF(font.pointSizeF());
    else
        fixed.setPixelSize(font.pixelSize());
    return fixed;
}

QFont smallerFont(const QFont& font)
{
    QFont small = font;
    if (font.pointSizeF() > 0)
        small.setPointSizeF(std::max(6.0, font.pointSizeF() - 1));
    else
        small.setPixelSize(std::max(8, font.pixelSize() - 1));
    return small;
}

} // namespace tidemark::ui
