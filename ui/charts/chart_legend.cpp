#include "ui/charts/chart_legend.h"

#include "ui/charts/chart_lifetime.h"
#include "ui/charts/curve_painter.h"
#include "ui/state/row_text.h"
#include "ui/theme/text.h"
#include "ui/widgets/swatch.h"

#include <QCoreApplication>
#include <QFontMetricsF>
#include <QPainter>

#include <algorithm>
#include <cmath>
#include <vector>

namespace tidemark::ui {
namespace {

constexpr double kSwatch = 11;
constexpr double kSwatchGap = 6;
constexpr double kEntryGap = 26;

struct ChartLegendText {
    Q_DECLARE_TR_FUNCTIONS(MemoryChart)
};

struct Entry {
    QString text;
    QString shortText;
    QColor color;
    bool isDashed = false;
    bool isLifetime = false;
    bool isHollow = false;
    bool isHatched = false; // for memory that is not drawn
    bool hasLine = false; // on top, as in the chart: the colour alone is too near the background
    std::int64_t layer = 0; // maximum bytes of a layer; 0: not a layer
    bool isUsers = false; // see RowCategory::isUsers
    std::string category{}; // id; empty: no category
};

std::vector<Entry> floorEntries(const ChartScene& scene)
{
    const View& view = scene.view();
    std::vector<Entry> result;
    const std::int64_t all = view.floorBytes();
    if (scene.content.temporariesOnly && all > 0) {
        const QString bytes = scene.content.bytes(all);
        result.push_back({ChartLegendText::tr("%1 always live: subtracted").arg(bytes),
                          ChartLegendText::tr("− %1").arg(bytes), scene.colors.secondaryText, false, false, true});
        return result;
    }
    for (const ChartScene::FloorBand& band : scene.floorBands())
        result.push_back(
            {ChartLegendText::tr("%1 %2").arg(band.name, scene.content.bytes(band.bytes)), band.name, band.color});
    return result;
}

/// The entries of the layers, with their bytes at the peak.
std::vector<Entry> layerEntries(const ChartScene& scene)
{
    const RowGroups& groups = *scene.content.groups;
    const std::vector<std::int64_t> bytes = groups.level->at(scene.view().peakStep);
    std::vector<Entry> result;
    for (std::size_t i = 0; i < bytes.size(); ++i) {
        const StackLayer& layer = groups.level->layers()[i];
        const GroupLook& look = groups.lookOf(layer);
        result.push_back({ChartLegendText::tr("%1 %2").arg(look.name, scene.content.bytes(bytes[i])), look.name,
                          scene.content.layerColor(scene.colors, i), false, false, false, false, false, layer.most,
                          look.isUsers, look.category});
    }
    return result;
}

/// The entries of the area's colours. On screen, layers have a legend of their own.
std::vector<Entry> areaEntries(const ChartScene& scene)
{
    const View& view = scene.view();
    std::vector<Entry> result;
    if (!scene.content.isStacked() || scene.content.temporariesOnly)
        result = floorEntries(scene);
    if (scene.content.groups && !scene.isPicture)
        return result; // the window has a legend of the groups
    if (scene.content.isStacked()) {
        for (Entry& entry : layerEntries(scene))
            result.push_back(std::move(entry));
        return result;
    }
    const bool hasKinds = !view.floor.empty() || (view.rows.count > 0 && view.rows.fills(RowColumn::Kind));
    if (!hasKinds && !view.curves.front().knowsAny())
        return result;
    const bool hasTemporaries = hasKinds && view.axis.kind == AxisKind::Steps;
    const QString area = hasTemporaries ? ChartLegendText::tr("Temporaries") : text(view.curves.front().name);
    result.push_back({area, area, scene.colors.hue(Hue::Temporary)});
    return result;
}

std::vector<Entry> entries(const ChartScene& scene)
{
    const Colors& colors = scene.colors;
    const View& view = scene.view();
    std::vector<Entry> result;
    const std::optional<RowId> shown = scene.isPicture ? scene.content.pinned : std::nullopt;
    if (shown)
        result.push_back({ChartLegendText::tr("Lifetime of the pinned %1").arg(rowWord(&view)),
                          ChartLegendText::tr("Lifetime"), scene.content.lifetimeColor(colors, *shown), false, true});
    for (Entry& entry : areaEntries(scene))
        result.push_back(std::move(entry));
    for (const Curve& curve : view.curves)
        if (curve.role == CurveRole::Inside)
            result.push_back(
                {text(curve.name), text(curve.name), insideColor(colors), false, false, false, false, true});
    if (scene.content.hasGaps)
        result.push_back({ChartLegendText::tr("Not known"), ChartLegendText::tr("Not known"), colors.border, false,
                          false, false, true});
    if (scene.hasPadding)
        result.push_back(
            {ChartLegendText::tr("Unpadded"), ChartLegendText::tr("Unpadded"), colors.lineOn(colors.base), true});
    return result;
}

double widthOf(const std::vector<Entry>& entries, const QFontMetricsF& metrics, bool isShort)
{
    double sum = -kEntryGap;
    for (const Entry& entry : entries)
        sum += kSwatch + kSwatchGap + metrics.horizontalAdvance(isShort ? entry.shortText : entry.text) + kEntryGap;
    return sum;
}

struct Fitting {
    std::vector<Entry> entries;
    bool isShort = false;
};

/// The entries that fit. If even the short entries are too wide, entries that are not layers are dropped first, then
/// the smallest layers, and layers of the user's own categories last. The number of the dropped layers is shown at the
/// end.
Fitting fitting(const ChartScene& scene, const QFontMetricsF& metrics, double room)
{
    Fitting result{entries(scene)};
    std::vector<Entry>& shown = result.entries;
    result.isShort = widthOf(shown, metrics, false) > room;
    int hidden = 0;
    while (!shown.empty() && widthOf(shown, metrics, result.isShort) > room) {
        if (hidden > 0)
            shown.pop_back();
        auto gone = std::ranges::find(shown, 0, &Entry::layer);
        if (gone == shown.end())
            gone = std::ranges::min_element(shown, {},
                                            [](const Entry& entry) { return std::pair(entry.isUsers, entry.layer); });
        hidden += gone->layer > 0 ? 1 : 0;
        shown.erase(gone);
        if (hidden > 0 && !shown.empty())
            shown.push_back({{}, QStringLiteral("+%1").arg(hidden), scene.colors.secondaryText, false, false, true});
    }
    return result;
}

} // namespace

QStringList legendTexts(const ChartScene& scene)
{
    QStringList texts;
    for (const Entry& entry : entries(scene))
        texts << entry.text;
    return texts;
}

void paintLegend(QPainter& painter, const QRectF& area, const ChartScene& scene)
{
    const QFontMetricsF metrics(scene.fonts.small);
    const auto [shown, isShort] = fitting(scene, metrics, area.width());
    if (shown.empty())
        return;
    const Colors& colors = scene.colors;
    double x = area.right() - widthOf(shown, metrics, isShort);
    painter.setFont(scene.fonts.small);
    for (const Entry& entry : shown) {
        const QRectF swatch(x, area.center().y() - kSwatch / 2, kSwatch, kSwatch);
        if (entry.isDashed) {
            painter.setPen(QPen(entry.color, 1.5, Qt::DashLine));
            painter.drawLine(QPointF(swatch.left() - 3, swatch.center().y()),
                             QPointF(swatch.right() + 1, swatch.center().y()));
        } else if (entry.isLifetime) {
            paintLifetimeSwatch(painter, swatch.toAlignedRect(), colors, entry.color);
        } else if (entry.isHollow) {
            painter.setPen(QPen(entry.color, 1));
            painter.setBrush(Qt::NoBrush);
            painter.drawRect(swatch.adjusted(0.5, 0.5, -0.5, -0.5));
        } else if (entry.isHatched) {
            painter.fillRect(swatch, QBrush(entry.color, Qt::BDiagPattern));
        } else {
            paintSwatch(painter, swatch, entry.color, entry.category);
        }
        if (entry.hasLine)
            painter.fillRect(QRectF(swatch.left(), std::round(swatch.top()), kSwatch, 1), colors.totalLine);
        x += kSwatch + kSwatchGap;
        const QString& text = isShort ? entry.shortText : entry.text;
        painter.setPen(scene.colors.secondaryText);
        painter.drawText(QPointF(x, area.center().y() + (metrics.ascent() - metrics.descent()) / 2), text);
        x += metrics.horizontalAdvance(text) + kEntryGap;
    }
}

} // namespace tidemark::ui
