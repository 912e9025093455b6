#include "ui/charts/picture.h"

#include "core/base/text.h"

#include <QIODevice>
#include <QPainter>
#include <QSvgGenerator>

#include <cmath>

namespace tidemark::ui {

bool isUsable(const PictureOptions& options)
{
    return !options.size.isEmpty() && std::isfinite(options.scale) && options.scale > 0;
}

QString written(const QString& words)
{
    return QString::fromStdString(printable(words.toStdString()));
}

QImage paintedImage(const PictureOptions& options, const std::function<void(QPainter&)>& paint,
                    const Progress& progress)
{
    if (!isUsable(options) || progress.cancelled())
        return {};
    QImage image(options.size, QImage::Format_RGB32);
    if (image.isNull())
        return {};
    QPainter painter(&image);
    paint(painter);
    return image;
}

bool paintedSvg(QIODevice& device, const PictureOptions& options, const std::function<void(QPainter&)>& paint,
                const Progress& progress)
{
    if (!isUsable(options))
        return false;
    QSvgGenerator generator;
    generator.setOutputDevice(&device);
    generator.setSize(options.size);
    generator.setViewBox(QRect(QPoint(0, 0), options.size));
    generator.setResolution(96);
    // Qt 6.4 writes both as they are.
    generator.setTitle(written(options.title).toHtmlEscaped());
    generator.setDescription(written(options.subtitle).toHtmlEscaped());
    QPainter painter;
    if (!painter.begin(&generator))
        return false;
    paint(painter);
    return painter.end() && !progress.cancelled();
}

} // namespace tidemark::ui
