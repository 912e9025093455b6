#include "ui/charts/picture.h"

#include "core/base/text.h"
#include "ui/widgets/fonts.h"
#include "ui/widgets/labels.h"

#include <QApplication>
#include <QBuffer>
#include <QFontMetricsF>
#include <QHash>
#include <QPainter>
#include <QSvgGenerator>
#include <QSvgRenderer>

#include <cmath>

namespace tidemark::ui {
namespace {

constexpr double kEdge = 14; // left and above the titles
constexpr double kSmallEdge = 6; // the same in a small picture
constexpr double kTitleSize = 1.2; // relative to the text
constexpr double kLineHeight = 1.2;

/// Adds generic font families. Qt writes only the family's name, and a viewer without that font would use a serif font.
QByteArray withGenericFonts(const QByteArray& svg)
{
    static const QByteArray kAttribute = "font-family=\"";
    QHash<QByteArray, QByteArray> known; // to the full list of families
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
        const qsizetype newline = svg.indexOf('\n', begin);
        const qsizetype end = newline < 0 ? text.size() : newline;
        result += QByteArray::fromStdString(printable({text.data() + begin, static_cast<std::size_t>(end - begin)}));
        if (newline >= 0)
            result += '\n';
        begin = end + 1;
    }
    return result;
}

class PaintedPicture : public Picture
{
public:
    PaintedPicture(PictureOptions options, PaintPicture paint)
        : m_options(std::move(options))
        , m_paint(std::move(paint))
    { }

    QImage image(const Progress& progress) const override
    {
        if (!isUsable(m_options) || progress.cancelled())
            return {};
        QImage image(m_options.size, QImage::Format_RGB32);
        if (image.isNull())
            return {};
        QPainter painter(&image);
        paint(painter);
        return image;
    }

    bool svg(QIODevice& device, const Progress& progress) const override
    {
        return paintedSvg(
            device, m_options, [this](QPainter& painter) { paint(painter); }, progress);
    }

private:
    void paint(QPainter& painter) const
    {
        const Colors colors = colorsOf(m_options);
        const QRectF area(QPointF(0, 0), QSizeF(m_options.size) / m_options.scale);
        painter.scale(m_options.scale, m_options.scale);
        painter.fillRect(area, colors.base);
        m_paint(painter, area, colors, QApplication::font());
    }

    PictureOptions m_options;
    PaintPicture m_paint;
};

class SvgPicture : public Picture
{
public:
    SvgPicture(QByteArray svg, QSize size)
        : m_svg(std::move(svg))
        , m_size(size)
    { }

    QImage image(const Progress& progress) const override
    {
        QSvgRenderer drawing(m_svg);
        if (!drawing.isValid())
            return {};
        PictureOptions options;
        options.size = m_size;
        const auto paint = [&](QPainter& painter, const QRectF& area, const Colors&, const QFont&) {
            painter.fillRect(area, Qt::white);
            QRectF box(QPointF(0, 0), QSizeF(drawing.defaultSize()).scaled(area.size(), Qt::KeepAspectRatio));
            box.moveCenter(area.center());
            drawing.render(&painter, box);
        };
        return PaintedPicture(options, paint).image(progress);
    }

    bool svg(QIODevice& device, const Progress&) const override { return device.write(m_svg) == m_svg.size(); }

private:
    QByteArray m_svg;
    QSize m_size;
};

} // namespace

bool isUsable(const PictureOptions& options)
{
    return !options.size.isEmpty() && std::isfinite(options.scale) && options.scale > 0;
}

QString written(const QString& words)
{
    return QString::fromStdString(printable(words.toStdString()));
}

Colors colorsOf(const PictureOptions& options)
{
    return colorsFor(options.isDark ? darkPalette() : lightPalette());
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
    // Qt 6.4 does not escape title and description.
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

std::shared_ptr<const Picture> paintedPicture(PictureOptions options, PaintPicture paint)
{
    return std::make_shared<PaintedPicture>(std::move(options), std::move(paint));
}

PictureTitles::PictureTitles(const PictureOptions& options, bool isSmall)
    : m_edge(isSmall ? kSmallEdge : kEdge)
    , m_width(options.size.width() / options.scale - 2 * m_edge)
    , m_bottom(m_edge)
{
    const QFont font = QApplication::font();
    if (isSmall) {
        add({written(options.title)}, boldFont(smallerFont(smallerFont(font))));
        return;
    }
    const QFont titleFont = largerFont(boldFont(font), kTitleSize);
    add(brokenLines(written(options.title), titleFont, m_width), titleFont);
    add({written(options.subtitle)}, font, true);
    add(brokenLines(written(options.explanation), font, m_width), font);
}

void PictureTitles::add(const QStringList& texts, const QFont& font, bool isSubtitle)
{
    for (const QString& text : texts) {
        if (text.isEmpty())
            continue;
        m_lines.push_back({QFontMetricsF(font).elidedText(text, Qt::ElideMiddle, m_width), font, isSubtitle});
        m_bottom += QFontMetricsF(font).height() * kLineHeight;
    }
}

void PictureTitles::paint(QPainter& painter, const Colors& colors) const
{
    double y = m_edge;
    for (const Line& line : m_lines) {
        const QFontMetricsF metrics(line.font);
        painter.setFont(line.font);
        painter.setPen(line.isSubtitle ? colors.secondaryText : colors.text);
        painter.drawText(QPointF(m_edge, y + metrics.ascent()), line.text);
        y += metrics.height() * kLineHeight;
    }
}

std::shared_ptr<const Picture> titledPicture(PictureOptions options, PaintPicture paint)
{
    return paintedPicture(
        options,
        [options, paint = std::move(paint)](QPainter& painter, const QRectF&, const Colors& colors, const QFont& font) {
            PictureTitles(options).paint(painter, colors);
            paint(painter, roomBelowTitles(options), colors, font);
        });
}

std::shared_ptr<const Picture> svgPicture(QByteArray svg, QSize size)
{
    return std::make_shared<SvgPicture>(std::move(svg), size);
}

QRectF roomBelowTitles(const PictureOptions& options)
{
    const double top = PictureTitles(options).bottom();
    const QSizeF size = QSizeF(options.size) / options.scale;
    return {5, top, size.width() - 10, size.height() - top - 4};
}

} // namespace tidemark::ui
