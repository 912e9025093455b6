#include "ui/charts/chart_picture.h"

#include "core/base/text.h"
#include "ui/charts/chart_layers.h"
#include "ui/charts/chart_legend.h"
#include "ui/charts/chart_overlay.h"
#include "ui/charts/lanes.h"
#include "ui/charts/ratio_chart.h"
#include "ui/session/advice_finder.h"
#include "ui/session/paths.h"
#include "ui/theme/text.h"
#include "ui/widgets/fonts.h"

#include <QApplication>
#include <QFontMetricsF>
#include <QIODevice>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace tidemark::ui {
namespace {

constexpr double kPictureMargin = 14;
constexpr double kSmallMargin = 6;
constexpr double kSmallWidth = 420; // points; optional parts of a narrower picture are left out
constexpr double kSmallHeight = 260;
constexpr double kSmallestPlot = 20;
constexpr double kRatioLabels = 6; // height of the ratio chart in label heights
constexpr double kMostBelow = 0.2; // maximum share of the height for each part below the axis
constexpr double kMostLegend = 0.2; // the same for the legend
constexpr double kLegendWidth = 2500; // points that the usual entries of a stack take, one next to the other
constexpr double kBelowGap = 6;
constexpr int kMaxColumns = 20'000;
constexpr double kSvgCells = 4; // columns and rows per point in a vector picture

} // namespace

PictureOptions titled(const View& view, const QStringList& paths)
{
    PictureOptions options;
    options.title = text(view.programText);
    options.subtitle = QStringLiteral("%1 · %2").arg(shortName(paths), text(view.memoryText));
    return options;
}

Result<PictureOptions> explained(PictureOptions options, const View& view, const Figures& shown)
{
    if (!view.explain)
        return options;
    const auto explanation = view.explain(shown, {});
    if (!explanation)
        return explanation.error();
    options.explanation = explanationText(*explanation, ByteUnit::Auto);
    return options;
}

ChartPicture::ChartPicture(const ChartContent& content, const PictureOptions& options, MakeGroups groupsToCome)
    : m_options(options)
    , m_groupsToCome(std::move(groupsToCome))
{
    if (!isUsable(m_options))
        return;
    m_layout.size = QSizeF(options.size) / options.scale;
    m_layout.isSmall = m_layout.size.width() < kSmallWidth || m_layout.size.height() < kSmallHeight;
    QFont font = QApplication::font();
    if (m_layout.isSmall)
        font = smallerFont(smallerFont(font));
    const ChartFonts fonts = chartFonts(font);
    const Colors colors = colorsOf(options);
    m_scene = makeScene(content, QRectF(QPointF(), m_layout.size), colors, fonts);
    m_scene.isPicture = true;
    layOut(content, gutterFor(byteAxisOf(content), fonts.small));
    m_scene = makeScene(content, m_layout.plot, colors, fonts);
    m_scene.isPicture = true;
    m_frame = framePicture(m_scene, m_layout.size);
    if (m_layout.ratio.isEmpty())
        return;
    m_ratio = ratioPlot(*content.view->curve(CurveRole::Ratio), m_layout.ratio, content.visible, colors, font);
    m_ratioFrame = framePicture(*m_ratio, m_layout.size);
}

/// Places the parts below the axis of cells at the bottom. A part takes at most kMostBelow of the height: a higher
/// ratio chart is shrunk, higher marks are left out.
void ChartPicture::layOutBelow(const ChartContent& content, double& bottom)
{
    Layout& layout = m_layout;
    if (layout.isSmall)
        return;
    const QFont& small = m_scene.fonts.small;
    const double left = layout.legend.left();
    const double width = std::floor(layout.size.width() - left - layout.margin);
    if (content.showsRatio && content.view->curve(CurveRole::Ratio)) {
        const double height = std::min(kRatioLabels * QFontMetricsF(small).height(), layout.size.height() * kMostBelow);
        layout.ratio = QRectF(left, std::floor(bottom - height), width, std::floor(height));
        bottom = layout.ratio.top() - kBelowGap;
    }
    const double rows = MarkRows(*content.view).height(small);
    if (rows > 0 && rows <= layout.size.height() * kMostBelow) {
        layout.marks = QRectF(left, std::floor(bottom - rows), width, rows);
        bottom = layout.marks.top() - kBelowGap;
    }
}

void ChartPicture::layOut(const ChartContent& content, double gutter)
{
    Layout& layout = m_layout;
    const ChartFonts& fonts = m_scene.fonts;
    const QFontMetricsF metrics(fonts.normal);
    layout.margin = layout.isSmall ? kSmallMargin : kPictureMargin;
    m_titles.emplace(m_options, layout.isSmall);
    double y = m_titles->bottom();
    if (!layout.isSmall) {
        const double width = layout.size.width() - gutter - layout.margin;
        const auto most = static_cast<std::size_t>(layout.size.height() * kMostLegend / metrics.height());
        std::size_t usual = 1; // the names of groups to come are not known yet
        if (content.isStacked() || m_groupsToCome)
            usual = static_cast<std::size_t>(std::ceil(kLegendWidth / width));
        layout.legendLines = std::min(most, std::max(usual, legendLines(legendOf(m_scene), width, fonts)));
        const double height = static_cast<double>(layout.legendLines) * metrics.height() + 8;
        layout.legend = QRectF(gutter, y, width, height);
        y = layout.legend.bottom() + 4;
    }
    double bottom = layout.size.height() - layout.margin / 2;
    if (content.showsRatio)
        bottom -= layout.margin / 2;
    layOutBelow(content, bottom);
    bottom -= cellAxisHeight(fonts.small);
    // Whole points, so that frame and curve align to the same pixels.
    layout.plot = QRectF(gutter, std::round(y), std::floor(layout.size.width() - gutter - layout.margin),
                         std::max(kSmallestPlot, std::floor(bottom - std::round(y))));
}

void ChartPicture::paintBelow(QPainter& painter) const
{
    painter.scale(m_options.scale, m_options.scale);
    painter.fillRect(QRectF(QPointF(0, 0), m_layout.size), m_scene.colors.base);
    painter.drawPicture(0, 0, m_frame);
}

void ChartPicture::paintAbove(QPainter& painter, const ChartScene& scene) const
{
    painter.setRenderHint(QPainter::Antialiasing);
    m_titles->paint(painter, scene.colors);
    if (!m_layout.isSmall)
        paintLegend(painter, m_layout.legend, legendOf(scene), scene.colors, scene.fonts, m_layout.legendLines,
                    Qt::AlignLeft);
    paintPictureMarks(painter, scene);
    painter.setRenderHint(QPainter::Antialiasing, false);
    if (!m_layout.marks.isEmpty())
        MarkRows(scene.view()).paint(painter, m_layout.marks, scene.geometry.steps, scene.colors, scene.fonts.small);
    if (!m_ratio)
        return;
    painter.drawPicture(0, 0, m_ratioFrame);
    paintRatio(painter, *m_ratio, *scene.view().curve(CurveRole::Ratio));
}

/// If the rows cannot be grouped, the area is not divided.
ChartScene ChartPicture::groupedScene(const Progress& progress) const
{
    ChartScene scene = m_scene;
    if (!m_groupsToCome || !progress.isCancelled)
        return scene;
    if (auto groups = m_groupsToCome(progress))
        scene.content.groups = std::move(*groups);
    return scene;
}

QImage ChartPicture::image(const Progress& progress) const
{
    if (!isUsable(m_options))
        return {};
    QImage image(m_options.size, QImage::Format_RGB32);
    if (image.isNull() || progress.cancelled())
        return {};
    const ChartScene scene = groupedScene(progress);
    QPainter painter(&image);
    paintBelow(painter);
    painter.end();
    const QRectF& plot = m_layout.plot;
    const double scale = m_options.scale;
    PixelSurface surface(image, QRectF(plot.topLeft() * scale, plot.size() * scale).toRect());
    paintCurve(surface, curveOf(scene, surface.width(), scale), scene.colors, progress);
    if (progress.cancelled())
        return {};
    painter.begin(&image);
    painter.scale(scale, scale);
    paintAbove(painter, scene);
    return image;
}

bool ChartPicture::svg(QIODevice& device, const Progress& progress) const
{
    const ChartScene scene = groupedScene(progress);
    const auto paint = [&](QPainter& painter) {
        paintBelow(painter);
        const double cells = kSvgCells * m_options.scale;
        const QSize size = (m_layout.plot.size() * cells).toSize().boundedTo({kMaxColumns, kMaxColumns});
        PolygonSurface surface(painter, m_layout.plot, size);
        painter.setRenderHint(QPainter::Antialiasing);
        paintCurve(surface, curveOf(scene, surface.width(), cells), scene.colors, progress);
        paintAbove(painter, scene);
    };
    return paintedSvg(device, m_options, paint, progress);
}

} // namespace tidemark::ui
