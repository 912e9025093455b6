#include "ui/charts/chart_header.h"

#include "ui/charts/chart_legend.h"
#include "ui/charts/chart_metrics.h"
#include "ui/theme/text.h"

#include <QCoreApplication>
#include <QFontMetricsF>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace tidemark::ui {
namespace {

constexpr double kMargin = 10;
constexpr double kTitleGap = 16;
constexpr double kAround = 7; // pixels above and below the text

struct ChartHeaderText {
    Q_DECLARE_TR_FUNCTIONS(MemoryChart)
};

} // namespace

QString chartTitle(const View& view, bool temporariesOnly)
{
    QString axis = text(view.axis.title).section(QStringLiteral(" ("), 0, 0);
    if (axis.isEmpty())
        return temporariesOnly ? ChartHeaderText::tr("Temporaries") : ChartHeaderText::tr("Memory");
    axis[0] = axis[0].toLower();
    return temporariesOnly ? ChartHeaderText::tr("Temporaries vs %1").arg(axis)
                           : ChartHeaderText::tr("Memory vs %1").arg(axis);
}

double headerHeight(const ChartFonts& fonts)
{
    return std::ceil(QFontMetricsF(fonts.bold).height() + 2 * kAround);
}

ChartHeader makeHeader(const QString& title, const ChartFonts& fonts, int width, const QSize& buttons)
{
    ChartHeader header;
    header.title = title;
    header.height = std::max<double>(headerHeight(fonts), buttons.height());
    double left = kMargin + std::ceil(QFontMetricsF(fonts.bold).horizontalAdvance(title)) + kTitleGap;
    if (width >= kWideFrom) {
        header.buttons = QRectF(QPointF(left, std::floor((header.height - buttons.height()) / 2)), QSizeF(buttons));
        left = header.buttons.right() + kTitleGap;
    }
    header.legend = QRectF(left, 0, std::max(0.0, width - kRightMargin - left), header.height);
    return header;
}

void makeRoomForGroups(ChartHeader& header, double width)
{
    const double left = header.legend.right() - width;
    header.groups = QRectF(left, 0, width, header.height);
    header.legend.setRight(std::max(header.legend.left(), left - kTitleGap));
}

QRect paintHeader(QPainter& painter, const ChartHeader& header, const ChartScene& scene)
{
    const QFontMetricsF metrics(scene.fonts.bold);
    painter.setFont(scene.fonts.bold);
    painter.setPen(scene.colors.text);
    painter.drawText(QPointF(kMargin, header.height / 2 + (metrics.ascent() - metrics.descent()) / 2), header.title);
    return paintLegend(painter, header.legend, scene).toAlignedRect();
}

} // namespace tidemark::ui
