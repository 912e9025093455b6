#include "ui/charts/chart_legend.h"

#include "ui/charts/chart_overlay.h"
#include "ui/charts/curve_painter.h"
#include "ui/charts/painting.h"
#include "ui/state/row_text.h"
#include "ui/theme/text.h"

#include <QFontMetricsF>
#include <QPainter>

#include <algorithm>
#include <cmath>
#include <span>

namespace tidemark::ui {
namespace {

constexpr double kSwatch = 11;
constexpr double kSwatchGap = 6;
constexpr double kEntryGap = 26;
constexpr double kLineGap = 4; // at least, between the swatches of two lines

using Look = LegendEntry::Look;

std::vector<LegendEntry> floorEntries(const ChartScene& scene)
{
    const View& view = scene.view();
    std::vector<LegendEntry> result;
    const std::int64_t all = view.floorBytes();
    if (scene.content.hidesAlwaysLive && all > 0) {
        const QString bytes = scene.content.bytes(all);
        result.push_back({UiText::tr("%1 always live, below the axis").arg(bytes), UiText::tr("from %1").arg(bytes),
                          scene.colors.secondaryText, Look::Hollow});
        return result;
    }
    for (const ChartScene::FloorBand& band : scene.floorBands())
        result.push_back({UiText::tr("%1 %2").arg(band.name, scene.content.bytes(band.bytes)), band.name, band.color});
    return result;
}

/// The entries of the layers, with their bytes at the peak.
std::vector<LegendEntry> layerEntries(const ChartScene& scene)
{
    const RowGroups& groups = *scene.content.groups;
    const std::vector<std::int64_t> bytes = groups.level->at(scene.view().peakStep);
    std::vector<LegendEntry> result;
    for (std::size_t i = 0; i < bytes.size(); ++i) {
        const StackLayer& layer = groups.level->layers()[i];
        const GroupLook& look = groups.lookOf(layer);
        QString words = look.name;
        if (bytes[i] > 0) // otherwise the layer is only in other steps
            words = UiText::tr("%1 %2").arg(look.name, scene.content.bytes(bytes[i]));
        result.push_back(
            {words, look.name, scene.content.layerFill(scene.colors, i), Look::Area, layer.most, look.isUsers});
    }
    return result;
}

/// The entries of the area's colours. On screen, layers have a legend of their own.
std::vector<LegendEntry> areaEntries(const ChartScene& scene)
{
    const View& view = scene.view();
    std::vector<LegendEntry> result;
    const bool hasOther = scene.content.groups && !scene.isPicture; // the window has a legend of the groups
    if (scene.content.hidesAlwaysLive || (!scene.content.isStacked() && !hasOther))
        result = floorEntries(scene);
    if (hasOther)
        return result;
    if (scene.content.isStacked()) {
        for (LegendEntry& entry : layerEntries(scene))
            result.push_back(std::move(entry));
        return result;
    }
    for (const Curve& part : view.curves)
        if (part.role == CurveRole::Part)
            result.push_back({text(part.name), text(part.name), partFill(scene.colors, part)});
    if (view.curve(CurveRole::Part))
        return result;
    const bool hasKinds = !view.floor.empty() || (view.rows.count > 0 && view.rows.fills(RowColumn::Kind));
    if (!hasKinds && !view.curves.front().knowsAny())
        return result;
    const bool hasTemporaries = hasKinds && view.axis.kind == AxisKind::Steps;
    QString area = text(view.curves.front().name);
    if (hasTemporaries)
        area = UiText::tr("Temporaries");
    result.push_back({area, area, scene.colors.hue(Hue::Temporary)});
    return result;
}

double widthOf(std::span<const LegendEntry> entries, const QFontMetricsF& metrics, bool isShort)
{
    double sum = -kEntryGap;
    for (const LegendEntry& entry : entries)
        sum += kSwatch + kSwatchGap + metrics.horizontalAdvance(isShort ? entry.shortText : entry.text) + kEntryGap;
    return sum;
}

using LegendLine = std::span<const LegendEntry>;

/// The entries in lines. A line is wider than `room` only if it has one entry.
std::vector<LegendLine> linesOf(LegendLine entries, const QFontMetricsF& metrics, bool isShort, double room)
{
    std::vector<LegendLine> lines;
    while (!entries.empty()) {
        std::size_t count = 1;
        while (count < entries.size() && widthOf(entries.first(count + 1), metrics, isShort) <= room)
            ++count;
        lines.push_back(entries.first(count));
        entries = entries.subspan(count);
    }
    return lines;
}

struct Fitting {
    std::vector<LegendEntry> entries;
    bool isShort = false;
};

/// The entries that fit in `most` lines.
Fitting fitting(std::vector<LegendEntry> entries, const QFontMetricsF& metrics, double room, std::size_t most,
                const QColor& ink)
{
    Fitting result{std::move(entries)};
    std::vector<LegendEntry>& shown = result.entries;
    const auto fits = [&] {
        const std::vector<LegendLine> lines = linesOf(shown, metrics, result.isShort, room);
        return lines.size() <= most && std::ranges::all_of(lines, [&](const LegendLine& line) {
                   return widthOf(line, metrics, result.isShort) <= room;
               });
    };
    result.isShort = !fits();
    int hidden = 0;
    while (!shown.empty() && !fits()) {
        if (hidden > 0)
            shown.pop_back();
        auto gone = std::ranges::find(shown, 0, &LegendEntry::layer);
        if (gone == shown.end())
            gone = std::ranges::min_element(
                shown, {}, [](const LegendEntry& entry) { return std::pair(entry.isUsers, entry.layer); });
        if (gone->layer > 0)
            ++hidden;
        shown.erase(gone);
        if (hidden > 0 && !shown.empty())
            shown.push_back({{}, QStringLiteral("+%1").arg(hidden), ink, Look::Hollow});
    }
    return result;
}

void paintLook(QPainter& painter, const QRectF& swatch, const LegendEntry& entry, const Colors& colors)
{
    switch (entry.look) {
    case Look::Area:
    case Look::LinedArea:
        paintFill(painter, swatch, entry.fill);
        if (entry.look == Look::LinedArea)
            painter.fillRect(QRectF(swatch.left(), std::round(swatch.top()), swatch.width(), 1), colors.totalLine);
        return;
    case Look::Line:
        painter.fillRect(QRectF(swatch.left() - 3, std::round(swatch.center().y()) - 1, swatch.width() + 3, 3),
                         entry.fill.color);
        return;
    case Look::Dashed:
        painter.setPen(QPen(entry.fill.color, 1.5, Qt::DashLine));
        painter.drawLine(QPointF(swatch.left() - 3, swatch.center().y()),
                         QPointF(swatch.right() + 1, swatch.center().y()));
        return;
    case Look::Lifetime:
        paintLifetimeSwatch(painter, swatch.toAlignedRect(), colors, entry.fill.color);
        return;
    case Look::Hollow:
        painter.setPen(QPen(entry.fill.color, 1));
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(swatch.adjusted(0.5, 0.5, -0.5, -0.5));
        return;
    case Look::Hatched:
        painter.fillRect(swatch, QBrush(entry.fill.color, Qt::BDiagPattern));
        return;
    }
}

} // namespace

std::vector<LegendEntry> legendOf(const ChartScene& scene)
{
    const Colors& colors = scene.colors;
    const View& view = scene.view();
    std::vector<LegendEntry> result;
    if (const std::optional<RowId> shown = scene.content.pinned; shown && scene.isPicture)
        result.push_back({UiText::tr("Lifetime of the pinned %1").arg(rowWord(&view)), UiText::tr("Lifetime"),
                          scene.content.lifetimeColor(colors, *shown), Look::Lifetime});
    for (LegendEntry& entry : areaEntries(scene))
        result.push_back(std::move(entry));
    for (const Curve& curve : view.curves)
        if (curve.role == CurveRole::Inside)
            result.push_back({text(curve.name), text(curve.name), insideColor(colors), Look::LinedArea});
    if (const Curve* const reserved = view.curve(CurveRole::Reserved))
        result.push_back({text(reserved->name), text(reserved->name), colors.secondaryText, Look::Line});
    if (scene.content.hasGaps)
        result.push_back({UiText::tr("Not known"), UiText::tr("Not known"), colors.border, Look::Hatched});
    if (scene.hasPadding)
        result.push_back({UiText::tr("Unpadded"), UiText::tr("Unpadded"), colors.lineOn(colors.base), Look::Dashed});
    if (std::ranges::any_of(result, [](const LegendEntry& entry) { return entry.fill.isHatched; }))
        result.push_back({hatchText(), hatchText(), Fill(colors.secondaryText, true)});
    return result;
}

double paintLegend(QPainter& painter, const QRectF& area, std::vector<LegendEntry> entries, const Colors& colors,
                   const ChartFonts& fonts, std::size_t most, Qt::Alignment side)
{
    const QFontMetricsF metrics(fonts.small);
    const auto [shown, isShort] = fitting(std::move(entries), metrics, area.width(), most, colors.secondaryText);
    const std::vector<LegendLine> lines = linesOf(shown, metrics, isShort, area.width());
    const double spacing = std::max(metrics.lineSpacing(), kSwatch + kLineGap);
    double leftmost = area.right();
    double middle = area.center().y() - static_cast<double>(lines.size() - 1) * spacing / 2;
    for (const LegendLine& line : lines) {
        double x = area.left();
        if (side == Qt::AlignRight)
            x = area.right() - widthOf(line, metrics, isShort);
        leftmost = std::min(leftmost, x);
        const double baseline = middle + (metrics.ascent() - metrics.descent()) / 2;
        for (const LegendEntry& entry : line) {
            paintLook(painter, {x, middle - kSwatch / 2, kSwatch, kSwatch}, entry, colors);
            x += kSwatch + kSwatchGap;
            const QString& text = isShort ? entry.shortText : entry.text;
            paintText(painter, {x, baseline}, text, fonts.small, colors.secondaryText);
            x += metrics.horizontalAdvance(text) + kEntryGap;
        }
        middle += spacing;
    }
    return leftmost;
}

std::size_t legendLines(const std::vector<LegendEntry>& entries, double width, const ChartFonts& fonts)
{
    return std::max<std::size_t>(1, linesOf(entries, QFontMetricsF(fonts.small), false, width).size());
}

double paintLegendLines(QPainter& painter, const QPointF& topLeft, double width, const QString& scale,
                        std::vector<std::pair<Fill, QString>> entries, const Colors& colors, const ChartFonts& fonts)
{
    constexpr double kSquare = 9;
    constexpr double kBeforeWords = 5;
    constexpr double kBetween = 14;
    const QFontMetricsF metrics(fonts.small);
    const double height = std::ceil(1.5 * metrics.height());
    double left = topLeft.x();
    double middle = topLeft.y() + height / 2;
    const auto write = [&](double at, const QString& words) {
        paintText(painter, {at, middle + (metrics.ascent() - metrics.descent()) / 2}, words, fonts.small,
                  colors.secondaryText);
    };
    if (const QString caption = scale + u':'; !scale.isEmpty()) {
        write(left, caption);
        left += metrics.horizontalAdvance(caption) + kBetween / 2;
    }
    if (std::ranges::any_of(entries, [](const auto& entry) { return entry.first.isHatched; }))
        entries.emplace_back(Fill(colors.secondaryText, true), hatchText());
    for (const auto& [fill, words] : entries) {
        const double needed = kSquare + kBeforeWords + metrics.horizontalAdvance(words);
        if (left + needed > topLeft.x() + width && left > topLeft.x()) {
            left = topLeft.x();
            middle += height;
        }
        const QRectF square(left, middle - kSquare / 2, kSquare, kSquare);
        paintFill(painter, square, fill);
        write(left + kSquare + kBeforeWords, words);
        left += needed + kBetween;
    }
    return middle + height / 2 - topLeft.y();
}

} // namespace tidemark::ui
