#include "ui/charts/titled_picture.h"

#include "ui/widgets/fonts.h"
#include "ui/widgets/two_lines.h"

#include <QApplication>
#include <QFontMetricsF>
#include <QIODevice>
#include <QPainter>

namespace tidemark::ui {

TitledPicture::TitledPicture(PictureOptions options, Paint paint)
    : m_options(std::move(options))
    , m_paint(std::move(paint))
{ }

void TitledPicture::paint(QPainter& painter) const
{
    const Colors colors = colorsFor(m_options.isDark ? darkPalette() : lightPalette());
    const QSizeF size = QSizeF(m_options.size) / m_options.scale;
    const QFont font = QApplication::font();
    painter.scale(m_options.scale, m_options.scale);
    painter.fillRect(QRectF(QPointF(0, 0), size), colors.base);
    const double left = 14;
    double y = left;
    const auto line = [&](const QFont& of, const QColor& color, const QString& words) {
        if (words.isEmpty())
            return;
        const QFontMetricsF metrics(of);
        painter.setFont(of);
        painter.setPen(color);
        painter.drawText(QPointF(left, y + metrics.ascent()),
                         metrics.elidedText(written(words), Qt::ElideMiddle, size.width() - 2 * left));
        y += metrics.height() * 1.2;
    };
    const QFont titleFont = largerFont(boldFont(font), 1.2);
    QStringList titles{m_options.title};
    if (!m_options.shorterTitle.isEmpty())
        titles = twoLines(written(m_options.title), written(m_options.shorterTitle), titleFont,
                          size.width() - 2 * left);
    for (const QString& each : titles)
        line(titleFont, colors.text, each);
    line(font, colors.secondaryText, m_options.subtitle);
    m_paint(painter, QRectF(5, y, size.width() - 10, size.height() - y - 4), colors, font);
}

QImage TitledPicture::image(const Progress& progress) const
{
    return paintedImage(
        m_options, [this](QPainter& painter) { paint(painter); }, progress);
}

bool TitledPicture::svg(QIODevice& device, const Progress& progress) const
{
    return paintedSvg(
        device, m_options, [this](QPainter& painter) { paint(painter); }, progress);
}

} // namespace tidemark::ui
