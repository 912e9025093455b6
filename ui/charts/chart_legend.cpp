#include "ui/charts/chart_legend.h"

#include <QCoreApplication>
#include <QFontMetricsF>
#include <QPainter>

#include <vector>

namespace tidemark::ui {
namespace {

constexpr double kSwatch = 11;
constexpr double kSwatchGap = 6;
constexpr double kEntryGap = 26;
constexpr std::int64_t kNamedShare = 100; // a part of the band is named from 1 % of it

struct Text {
    Q_DECLARE_TR_FUNCTIONS(MemoryChart)
};

struct Entry {
    QString text;
    QString shortText;
    QColor color;
    bool isDashed = false;
    bool isLifetime = false;
};

std::vector<Entry> entries(const ChartScene& scene)
{
    const Colors& colors = scene.colors;
    std::vector<Entry> result;
    const std::optional<std::uint32_t> shown = scene.isPicture ? scene.state->pinned() : scene.state->shown();
    const BufferKind kind = shown
        ? kindOf(scene.timeline().plan->assignment().allocations[scene.timeline().rows[*shown].allocation])
        : BufferKind::Temporary;
    if (shown || !scene.isPicture)
        result.push_back(
            {scene.isPicture ? Text::tr("Lifetime of the pinned buffer") : Text::tr("Lifetime of the buffer shown"),
             Text::tr("Lifetime"), colors.lifetime(kind), false, true});
    if (scene.timeline().totals.base > 0) {
        const QString base = baseLabel(*scene.state);
        result.push_back({Text::tr("%1, always live").arg(base), base, colors.band(scene.timeline().totals)});
    }
    result.push_back({Text::tr("Temporaries"), Text::tr("Temporaries"), colors.kind(BufferKind::Temporary)});
    if (scene.hasPadding)
        result.push_back({Text::tr("Unpadded"), Text::tr("Unpadded"), colors.unpaddedLine, true});
    return result;
}

} // namespace

QString baseLabel(const ViewState& state)
{
    const SpaceTotals& totals = state.timeline()->totals;
    QStringList parts;
    const auto add = [&](std::int64_t bytes, const QString& name) {
        if (bytes > totals.base / kNamedShare)
            parts << name;
    };
    add(totals.arguments, Text::tr("arguments"));
    add(totals.outputsOnly, Text::tr("outputs"));
    add(totals.constantsOnly, Text::tr("constants"));
    QString text = parts.join(QStringLiteral(", "));
    if (!text.isEmpty())
        text[0] = text[0].toUpper();
    return text + u' ' + state.bytes(totals.base);
}

QRectF paintLegend(QPainter& painter, const QRectF& area, const ChartScene& scene)
{
    const QFontMetricsF metrics(scene.smallFont);
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
    painter.setFont(scene.smallFont);
    for (const Entry& entry : shown) {
        const QRectF swatch(x, area.center().y() - kSwatch / 2, kSwatch, kSwatch);
        if (entry.isDashed) {
            painter.setPen(QPen(entry.color, 1.5, Qt::DashLine));
            painter.drawLine(QPointF(swatch.left() - 3, swatch.center().y()),
                             QPointF(swatch.right() + 1, swatch.center().y()));
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
