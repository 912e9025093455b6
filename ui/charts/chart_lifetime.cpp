#include "ui/charts/chart_lifetime.h"

#include "ui/charts/chart_tags.h"
#include "ui/state/row_text.h"
#include "ui/theme/text.h"

#include <QFontMetricsF>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace tidemark::ui {
namespace {

constexpr double kFill = 0.62;
constexpr double kBorder = 1.5;
constexpr double kSmallest = 3; // pixels, minimum height
constexpr double kNarrowest = 7; // pixels, visible next to the line of the peak or the cursor
constexpr double kLifeNamesFrom = 250; // minimum width of the plot in pixels
constexpr double kNameInset = 8;
constexpr double kLifeNameMargin = 4;

/// The position of a name that does not fit into the box: above, at the side of, or below the box, where it covers
/// neither the box nor a label.
QPointF besideBox(const QRectF& box, const QSizeF& size, const ChartScene& scene)
{
    const QRectF room = scene.plot().adjusted(kLifeNameMargin, 1, -kLifeNameMargin, -2);
    const std::vector<ChartTag> tags = makeTags(scene);
    double labels = room.top();
    for (const ChartTag& tag : tags)
        labels = std::max(labels, tag.rect.bottom() + kLifeNameMargin);
    const double x = std::clamp(box.left(), room.left(), std::max(room.left(), room.right() - size.width()));
    const double right = box.right() + 2 * kLifeNameMargin;
    const double left = box.left() - 2 * kLifeNameMargin - size.width();
    const double level = box.top() + std::min(kLifeNameMargin, (box.height() - size.height()) / 2);
    std::vector<QPointF> places = {{x, box.top() - kLifeNameMargin - size.height()}, {right, level}, {left, level}};
    // The sides of a tall box may also have room below the labels.
    if (labels + size.height() < box.bottom())
        places.insert(places.end(), {{right, labels}, {left, labels}});
    places.push_back({x, box.bottom() + kLifeNameMargin});
    const auto isFree = [&](const QPointF& place) {
        const QRectF name(place, size);
        return room.contains(name)
            && std::ranges::none_of(tags, [&](const ChartTag& tag) { return tag.rect.intersects(name); });
    };
    const auto found = std::ranges::find_if(places, isFree);
    if (found != places.end())
        return *found;
    return {x, std::min(std::max(box.bottom() + kLifeNameMargin, labels), room.bottom() - size.height())};
}

/// Puts the name inside the box if there is room.
void placeName(ChartLifetime& lifetime, const ChartScene& scene, const QString& text)
{
    const PlotGeometry& g = scene.geometry;
    const QRectF& box = lifetime.box;
    const QFontMetricsF metrics(scene.fonts.fixed);
    lifetime.name = metrics.elidedText(text, Qt::ElideMiddle, g.width - 3 * kLifeNameMargin);
    const QSizeF size(std::ceil(metrics.horizontalAdvance(lifetime.name)), metrics.height());
    lifetime.isNameInside = box.height() >= size.height() + 2 && box.width() >= size.width() + 2 * kNameInset;
    if (lifetime.isNameInside) {
        const double gap = (std::min(box.height(), 1.5 * size.height()) - size.height()) / 2;
        lifetime.nameBox = {{box.left() + kNameInset, box.bottom() - gap - size.height()}, size};
        return;
    }
    lifetime.nameBox = {besideBox(box, size, scene), size};
}

/// The fill is mixed with the plot's colour only, not with the area below it. This and the border distinguish it from
/// an area of the same colour.
QColor fillOf(const Colors& colors, const QColor& color)
{
    return mixed(color, colors.plot, kFill);
}

} // namespace

ChartLifetime makeLifetime(const ChartScene& scene, RowId row, bool isFaint)
{
    const PlotGeometry& g = scene.geometry;
    const View& view = scene.view();
    ChartLifetime lifetime;
    const bool isTemporary = view.rows.kindOf(row).hue == Hue::Temporary;
    lifetime.color = scene.content.lifetimeColor(scene.colors, row);
    lifetime.isFaint = isFaint;
    const double left = std::max(g.left, xOf(g.steps, view.rows.start[row].value));
    const double right = std::min(g.right(), xOf(g.steps, view.rows.end[row].value));
    if (right <= left)
        return lifetime;
    // Memory that is always live is below the rest, and outside of the plot if the floor is subtracted.
    const std::int64_t stand = isTemporary ? view.floorBytes() : 0;
    const double bottom = scene.y(std::max(stand, scene.content.below()));
    const double height = std::max(kSmallest, bottom - scene.y(stand + view.rows.size[row]));
    if (!isTemporary && scene.content.hidesAlwaysLive)
        return lifetime;
    lifetime.isNarrow = right - left < kNarrowest;
    const double width = std::max(kNarrowest, right - left);
    const double top = std::max(g.top, bottom - height);
    const double begin = std::clamp((left + right - width) / 2, g.left, std::max(g.left, g.right() - width));
    const QRectF box(begin, top, width, bottom - top);
    lifetime.box = QRectF(box.toAlignedRect()).intersected(scene.plot());
    if (!isFaint && g.width >= kLifeNamesFrom)
        placeName(lifetime, scene,
                  text(view.rows.label(row)) + QStringLiteral(" · ") + scene.content.bytes(view.rows.size[row])
                      + QStringLiteral(" · ") + lifetimeText(view, row));
    return lifetime;
}

void paintLifetime(QPainter& painter, const ChartScene& scene, const ChartLifetime& lifetime)
{
    const QRectF& box = lifetime.box;
    if (box.isEmpty())
        return;
    const Colors& colors = scene.colors;
    if (lifetime.isFaint) {
        painter.setRenderHint(QPainter::Antialiasing, false);
        painter.setBrush(Qt::NoBrush);
        painter.setPen(QPen(colors.text, 1, Qt::DashLine));
        painter.drawRect(box.adjusted(0, 0, -1, -1));
        painter.setRenderHint(QPainter::Antialiasing);
        return;
    }
    const double border = std::min(kBorder, std::min(box.width(), box.height()) / 3);
    painter.fillRect(box, colors.text);
    painter.fillRect(box.adjusted(border, border, -border, -border), fillOf(colors, lifetime.color));
}

void paintLifetimeSwatch(QPainter& painter, const QRectF& box, const Colors& colors, const QColor& color)
{
    painter.fillRect(box, colors.text);
    painter.fillRect(box.adjusted(1, 1, -1, -1), fillOf(colors, color));
}

void paintLifetimeName(QPainter& painter, const ChartScene& scene, const ChartLifetime& lifetime)
{
    if (lifetime.name.isEmpty())
        return;
    const Colors& colors = scene.colors;
    const QFontMetricsF metrics(scene.fonts.fixed);
    if (!lifetime.isNameInside) {
        QColor ground = colors.plot;
        ground.setAlphaF(0.8F);
        painter.fillRect(lifetime.nameBox.adjusted(-3, 0, 3, 0), ground);
    }
    painter.setPen(lifetime.isNameInside ? colors.textOn(fillOf(colors, lifetime.color)) : colors.text);
    painter.setFont(scene.fonts.fixed);
    painter.drawText(QPointF(lifetime.nameBox.left(), lifetime.nameBox.top() + metrics.ascent()), lifetime.name);
}

std::vector<ChartLifetime> shownLifetimes(const ChartScene& scene)
{
    std::vector<ChartLifetime> result;
    const std::optional<RowId> shown = scene.content.pointed;
    const std::optional<RowId> pinned = scene.content.pinned;
    if (shown)
        result.push_back(makeLifetime(scene, *shown, false));
    if (pinned && pinned != shown)
        result.push_back(makeLifetime(scene, *pinned, true));
    return result;
}

} // namespace tidemark::ui
