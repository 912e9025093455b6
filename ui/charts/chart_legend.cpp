#include "ui/charts/chart_legend.h"

#include "ui/charts/curve_painter.h"
#include "ui/state/row_text.h"
#include "ui/theme/text.h"

#include <QCoreApplication>
#include <QFontMetricsF>
#include <QPainter>

#include <vector>

namespace tidemark::ui {
namespace {

constexpr double kSwatch = 11;
constexpr double kSwatchGap = 6;
constexpr double kEntryGap = 26;

struct Text {
    Q_DECLARE_TR_FUNCTIONS(MemoryChart)
};

struct Entry {
    QString text;
    QString shortText;
    QColor color;
    bool isDashed = false;
    bool isLifetime = false;
    bool isHollow = false;
};

std::vector<Entry> floorEntries(const ChartScene& scene)
{
    const View& view = scene.view();
    std::vector<Entry> result;
    const std::int64_t all = view.floorBytes();
    if (scene.content.temporariesOnly && all > 0) {
        const QString bytes = scene.content.bytes(all);
        result.push_back({Text::tr("%1 always live: subtracted").arg(bytes), Text::tr("− %1").arg(bytes),
                          scene.colors.secondaryText, false, false, true});
        return result;
    }
    for (const Part& part : view.floor)
        if (part.bytes > 0)
            result.push_back({Text::tr("%1 %2").arg(text(part.name), scene.content.bytes(part.bytes)), text(part.name),
                              scene.colors.hue(part.hue)});
    return result;
}

std::vector<Entry> entries(const ChartScene& scene)
{
    const Colors& colors = scene.colors;
    const View& view = scene.view();
    std::vector<Entry> result;
    const std::optional<RowId> shown = scene.isPicture ? scene.content.pinned : scene.content.pointed;
    const Hue hue = shown ? view.rows.kindOf(*shown).hue : Hue::Temporary;
    if (shown || (!scene.isPicture && view.rows.count > 0))
        result.push_back(
            {(scene.isPicture ? Text::tr("Lifetime of the pinned %1") : Text::tr("Lifetime of the %1 shown"))
                 .arg(rowWord(&view)),
             Text::tr("Lifetime"), colors.lifetimeHue(hue), false, true});
    for (Entry& entry : floorEntries(scene))
        result.push_back(std::move(entry));
    const bool hasKinds = !view.floor.empty() || view.rows.count > 0;
    const QString area = hasKinds ? Text::tr("Temporaries") : text(view.curves.front().name);
    result.push_back({area, area, colors.hue(Hue::Temporary)});
    for (const Curve& curve : view.curves)
        if (curve.role == CurveRole::Inside)
            result.push_back({text(curve.name), text(curve.name), insideColor(colors)});
    if (scene.hasPadding)
        result.push_back({Text::tr("Unpadded"), Text::tr("Unpadded"), colors.lineOn(colors.base), true});
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

QRectF paintLegend(QPainter& painter, const QRectF& area, const ChartScene& scene)
{
    const QFontMetricsF metrics(scene.fonts.small);
    std::vector<Entry> shown = entries(scene);
    const auto width = [&](bool isShort) {
        double sum = -kEntryGap;
        for (const Entry& entry : shown)
            sum += kSwatch + kSwatchGap + metrics.horizontalAdvance(isShort ? entry.shortText : entry.text) + kEntryGap;
        return sum;
    };
    bool isShort = false;
    if (width(false) > area.width()) {
        isShort = true;
        while (!shown.empty() && width(true) > area.width())
            shown.erase(shown.begin());
    }
    if (shown.empty())
        return {};
    double x = area.right() - width(isShort);
    QRectF lifetimeSwatch;
    painter.setFont(scene.fonts.small);
    for (const Entry& entry : shown) {
        const QRectF swatch(x, area.center().y() - kSwatch / 2, kSwatch, kSwatch);
        if (entry.isDashed) {
            painter.setPen(QPen(entry.color, 1.5, Qt::DashLine));
            painter.drawLine(QPointF(swatch.left() - 3, swatch.center().y()),
                             QPointF(swatch.right() + 1, swatch.center().y()));
        } else if (entry.isHollow) {
            painter.setPen(QPen(entry.color, 1));
            painter.setBrush(Qt::NoBrush);
            painter.drawRect(swatch.adjusted(0.5, 0.5, -0.5, -0.5));
        } else {
            painter.fillRect(swatch, entry.color);
            if (entry.isLifetime)
                lifetimeSwatch = swatch;
        }
        x += kSwatch + kSwatchGap;
        const QString& text = isShort ? entry.shortText : entry.text;
        painter.setPen(scene.colors.secondaryText);
        painter.drawText(QPointF(x, area.center().y() + (metrics.ascent() - metrics.descent()) / 2), text);
        x += metrics.horizontalAdvance(text) + kEntryGap;
    }
    return lifetimeSwatch;
}

} // namespace tidemark::ui
