#include "ui/charts/ratio_painter.h"

#include "ui/charts/step_curve.h"
#include "ui/theme/text.h"

#include <QFontMetricsF>
#include <QPainter>

#include <algorithm>
#include <array>
#include <cmath>

namespace tidemark::ui {
namespace {

constexpr std::array<std::int64_t, 6> kRatioTops = {10, 50, 100, 200, 500, 1000}; // permille
constexpr double kRatioLabelGap = 7; // pixels between labels and plot
constexpr double kRatioNameMargin = 6;
constexpr double kRatioFill = 0.45; // share of the line's colour in the fill

QString ratioText(double permille)
{
    return QString::number(permille / 10) + QStringLiteral(" %");
}

} // namespace

std::int64_t ratioTop(const Curve& ratio)
{
    std::int64_t most = 0;
    for (std::size_t i = 0; i < ratio.values.size(); ++i)
        if (ratio.knows(i))
            most = std::max(most, ratio.values[i]);
    const auto* const top = std::ranges::find_if(kRatioTops, [&](std::int64_t each) { return most <= each; });
    return top == kRatioTops.end() ? most : *top;
}

void paintRatio(QPainter& painter, const QRectF& plot, const Curve& ratio, StepRange visible, const Colors& colors,
                const QFont& small)
{
    const QFontMetricsF metrics(small);
    const auto top = static_cast<double>(ratioTop(ratio));
    painter.fillRect(plot, colors.plot);
    painter.setFont(small);
    for (const double share : {0.0, 0.5, 1.0}) {
        const double y = std::round(plot.bottom() - share * plot.height());
        painter.fillRect(QRectF(plot.left(), y, plot.width(), 1), share == 0 ? colors.border : colors.grid);
        const QString label = ratioText(share * top);
        painter.setPen(colors.secondaryText);
        painter.drawText(QPointF(plot.left() - kRatioLabelGap - metrics.horizontalAdvance(label),
                                 std::max(y + metrics.ascent() / 2 - 1, plot.top() + metrics.ascent() - 3)),
                         label);
    }
    const QColor line = colors.hue(Hue::Output);
    const QColor fill = mixed(line, colors.plot, kRatioFill);
    const auto columns = pixelColumns(ratio.values, visible, static_cast<int>(plot.width()));
    double last = plot.bottom();
    for (std::size_t x = 0; x < columns.size(); ++x) {
        std::optional<std::int64_t> most;
        for (std::uint32_t cell = columns[x].steps.begin; cell < columns[x].steps.end; ++cell)
            if (ratio.knows(cell))
                most = std::max(most.value_or(0), ratio.values[cell]);
        if (!most)
            continue;
        const double y = plot.bottom() - std::min(1.0, static_cast<double>(*most) / top) * plot.height();
        const double left = plot.left() + static_cast<double>(x);
        painter.fillRect(QRectF(left, y, 1, plot.bottom() - y), fill);
        painter.fillRect(QRectF(left, std::min(y, last), 1, std::max(1.5, std::abs(last - y))), line);
        last = y;
    }
    if (std::ranges::empty(columns) || !ratio.knowsAny()) {
        painter.setPen(colors.secondaryText);
        painter.drawText(plot, Qt::AlignCenter, QStringLiteral("–"));
    }
    const QString name = text(ratio.name);
    const QRectF box(plot.left() + 1, plot.top() + 1, metrics.horizontalAdvance(name) + 2 * kRatioNameMargin,
                     metrics.height() + 2);
    QColor ground = colors.plot;
    ground.setAlphaF(0.8F);
    painter.fillRect(box, ground);
    painter.setPen(colors.text);
    painter.drawText(QPointF(box.left() + kRatioNameMargin, box.top() + 1 + metrics.ascent()), name);
}

} // namespace tidemark::ui
