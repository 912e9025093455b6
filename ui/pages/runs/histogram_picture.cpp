#include "ui/pages/runs/histogram_picture.h"

#include <QIODevice>
#include <QPainter>
#include <QSvgRenderer>

namespace tidemark::ui {

HistogramPicture::HistogramPicture(QByteArray svg, QSize size)
    : m_svg(std::move(svg))
{
    m_options.size = size;
}

QImage HistogramPicture::image(const Progress& progress) const
{
    QSvgRenderer drawing(m_svg);
    if (!drawing.isValid())
        return {};
    return paintedImage(
        m_options,
        [&](QPainter& painter) {
            const QRectF all(QPointF(0, 0), m_options.size);
            painter.fillRect(all, Qt::white);
            QRectF box(QPointF(0, 0), QSizeF(drawing.defaultSize()).scaled(all.size(), Qt::KeepAspectRatio));
            box.moveCenter(all.center());
            drawing.render(&painter, box);
        },
        progress);
}

bool HistogramPicture::svg(QIODevice& device, const Progress&) const
{
    return device.write(m_svg) == m_svg.size();
}

} // namespace tidemark::ui
