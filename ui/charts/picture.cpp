#include "ui/charts/picture.h"

#include "core/base/text.h"

#include <QBuffer>
#include <QFont>
#include <QFontInfo>
#include <QHash>
#include <QPainter>
#include <QSvgGenerator>

#include <cmath>

namespace tidemark::ui {
namespace {

/// Qt names a font's family alone: where there is none of that name, what shows the picture would take serifs.
QByteArray withGenericFonts(const QByteArray& svg)
{
    static const QByteArray kAttribute = "font-family=\"";
    QHash<QByteArray, QByteArray> known; // to the family in full
    QByteArray result;
    qsizetype done = 0;
    for (qsizetype at = svg.indexOf(kAttribute); at >= 0; at = svg.indexOf(kAttribute, done)) {
        const qsizetype begin = at + kAttribute.size();
        const qsizetype end = svg.indexOf('"', begin);
        const QByteArray family = svg.mid(begin, end - begin);
        QByteArray& full = known[family];
        if (full.isEmpty()) {
            const bool isFixed = QFontInfo(QFont(QString::fromUtf8(family))).fixedPitch();
            full = '\'' + family + (isFixed ? "', monospace" : "', sans-serif");
        }
        result += svg.mid(done, begin - done) + full;
        done = end;
    }
    return result + svg.mid(done);
}

/// Names of a program may hold characters that no XML file may contain, and marks that reverse the reading direction.
/// Qt writes both as they are, so they are replaced in all that was drawn.
QByteArray wellFormed(const QByteArray& svg)
{
    const QByteArrayView text(svg);
    QByteArray result;
    result.reserve(svg.size());
    for (qsizetype begin = 0; begin < text.size();) {
        const qsizetype end = svg.indexOf('\n', begin);
        const qsizetype size = (end < 0 ? text.size() : end) - begin;
        result += QByteArray::fromStdString(
            printable({text.data() + begin, static_cast<std::size_t>(size)}));
        result += end < 0 ? "" : "\n";
        begin += size + 1;
    }
    return result;
}

} // namespace

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
    QBuffer buffer;
    buffer.open(QIODevice::WriteOnly);
    QSvgGenerator generator;
    generator.setOutputDevice(&buffer);
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
    if (!painter.end() || progress.cancelled())
        return false;
    const QByteArray svg = withGenericFonts(wellFormed(buffer.data()));
    return device.write(svg) == svg.size();
}

} // namespace tidemark::ui
