#include "ui/charts/titled_picture.h"

#include "ui/widgets/fonts.h"
#include "ui/widgets/two_lines.h"

#include <QApplication>
#include <QFontMetricsF>
#include <QIODevice>
#include <QPainter>

#include <numeric>

namespace tidemark::ui {
namespace {

constexpr double kEdge = 14; // left and above the titles
constexpr double kLineHeight = 1.2;

struct TitleLine {
    QString text;
    QFont font;
    bool isTitle = false;
};

std::vector<TitleLine> titleLines(const PictureOptions& options)
{
    const QFont font = QApplication::font();
    const QFont titleFont = largerFont(boldFont(font), 1.2);
    const double width = options.size.width() / options.scale - 2 * kEdge;
    std::vector<TitleLine> lines;
    for (const QString& each : twoLines(written(options.title), written(options.shorterTitle), titleFont, width))
        lines.push_back({each, titleFont, true});
    lines.push_back({written(options.subtitle), font});
    std::erase_if(lines, [](const TitleLine& line) { return line.text.isEmpty(); });
    return lines;
}

} // namespace

TitledPicture::TitledPicture(PictureOptions options, Paint paint)
    : m_options(std::move(options))
    , m_paint(std::move(paint))
{ }

QRectF TitledPicture::room(const PictureOptions& options)
{
    const std::vector<TitleLine> lines = titleLines(options);
    const double top = std::accumulate(lines.begin(), lines.end(), kEdge, [](double y, const TitleLine& line) {
        return y + QFontMetricsF(line.font).height() * kLineHeight;
    });
    const QSizeF size = QSizeF(options.size) / options.scale;
    return {5, top, size.width() - 10, size.height() - top - 4};
}

void TitledPicture::paint(QPainter& painter) const
{
    const Colors colors = colorsFor(m_options.isDark ? darkPalette() : lightPalette());
    const QSizeF size = QSizeF(m_options.size) / m_options.scale;
    painter.scale(m_options.scale, m_options.scale);
    painter.fillRect(QRectF(QPointF(0, 0), size), colors.base);
    double y = kEdge;
    for (const auto& [text, font, isTitle] : titleLines(m_options)) {
        const QFontMetricsF metrics(font);
        painter.setFont(font);
        painter.setPen(isTitle ? colors.text : colors.secondaryText);
        painter.drawText(QPointF(kEdge, y + metrics.ascent()),
                         metrics.elidedText(text, Qt::ElideMiddle, size.width() - 2 * kEdge));
        y += metrics.height() * kLineHeight;
    }
    m_paint(painter, room(m_options), colors, QApplication::font());
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
