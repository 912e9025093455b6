#include "ui/charts/icicle_picture.h"

#include "ui/widgets/fonts.h"

#include <QApplication>
#include <QFontMetricsF>
#include <QPainter>

#include <cmath>

namespace tidemark::ui {
namespace {

constexpr double kIciclePictureMargin = 14;

} // namespace

IciclePicture::IciclePicture(IcicleContent content, const PictureOptions& options)
    : m_content(std::move(content))
    , m_options(options)
    , m_fonts(chartFonts(QApplication::font()))
    , m_colors(colorsFor(options.isDark ? darkPalette() : lightPalette()))
{ }

void IciclePicture::paint(QPainter& painter) const
{
    const QSizeF size = QSizeF(m_options.size) / m_options.scale;
    painter.scale(m_options.scale, m_options.scale);
    painter.fillRect(QRectF(QPointF(0, 0), size), m_colors.base);
    const QFontMetricsF metrics(m_fonts.normal);
    const double width = size.width() - 2 * kIciclePictureMargin;
    double y = kIciclePictureMargin;
    const auto line = [&](const QFont& font, const QColor& color, const QString& text) {
        if (text.isEmpty())
            return;
        painter.setFont(font);
        painter.setPen(color);
        painter.drawText(QPointF(kIciclePictureMargin, y + metrics.ascent()),
                         QFontMetricsF(font).elidedText(written(text), Qt::ElideMiddle, width));
        y += metrics.height() * 1.3;
    };
    line(m_fonts.bold, m_colors.text, m_options.title);
    line(m_fonts.normal, m_colors.secondaryText, m_options.subtitle);
    paintIcicleLegend(painter, QRectF(kIciclePictureMargin, y, width, metrics.height()), m_content, m_colors, m_fonts);
    y = std::ceil(y + metrics.height() * 1.5);
    const QRectF area(kIciclePictureMargin, y, std::floor(width), std::floor(size.height() - y - kIciclePictureMargin));
    paintIcicle(painter, m_content, IcicleLayout(m_content, area, m_fonts), m_colors, m_fonts);
}

QImage IciclePicture::image(const Progress& progress) const
{
    return paintedImage(
        m_options, [this](QPainter& painter) { paint(painter); }, progress);
}

bool IciclePicture::svg(QIODevice& device, const Progress& progress) const
{
    return paintedSvg(
        device, m_options, [this](QPainter& painter) { paint(painter); }, progress);
}

} // namespace tidemark::ui
