#include "ui/pages/oom/oom_picture.h"

#include "core/oom/headline.h"
#include "ui/pages/oom/oom_words.h"
#include "ui/theme/text.h"
#include "ui/widgets/fonts.h"
#include "ui/widgets/two_lines.h"

#include <QApplication>
#include <QFontMetricsF>
#include <QPainter>

namespace tidemark::ui {
namespace {

constexpr double kOomPictureMargin = 16;
constexpr qsizetype kMostDrawn = 20000; // characters; no picture has room for more

} // namespace

OomContent oomContent(const oom::Report& report, const View& view, const std::optional<MessagePlan>& plan,
                      const Units& units)
{
    return {text(oom::headlineOf(report)),
            oomCircumstances(report),
            plan ? oomPlanSentence(*plan) : QString(),
            text(std::string_view(report.text).substr(0, kMostDrawn)),
            oomScale(report, view, partsOf(plan), units),
            units.unit()};
}

OomPicture::OomPicture(OomContent content, const PictureOptions& options)
    : m_content(std::move(content))
    , m_options(options)
    , m_fonts(chartFonts(QApplication::font()))
    , m_colors(colorsFor(options.isDark ? darkPalette() : lightPalette()))
{ }

void OomPicture::paint(QPainter& painter) const
{
    const QSizeF size = QSizeF(m_options.size) / m_options.scale;
    painter.scale(m_options.scale, m_options.scale);
    painter.fillRect(QRectF(QPointF(0, 0), size), m_colors.base);
    const double width = size.width() - 2 * kOomPictureMargin;
    double y = kOomPictureMargin;
    const auto line = [&](const QFont& font, const QColor& color, const QString& said) {
        if (said.isEmpty())
            return;
        const QFontMetricsF metrics(font);
        painter.setFont(font);
        painter.setPen(color);
        painter.drawText(QPointF(kOomPictureMargin, y + metrics.ascent()),
                         metrics.elidedText(written(said), Qt::ElideRight, width));
        y += metrics.height() * 1.35;
    };
    if (m_options.explanation.isEmpty()) {
        line(boldFont(largerFont(m_fonts.normal, 1.5)), m_colors.text, m_content.headline);
    } else {
        const QFont font = boldFont(largerFont(m_fonts.normal, 1.2));
        for (const QString& each : twoLines(written(m_options.explanation), {}, font, width))
            line(font, m_colors.text, each);
    }
    line(m_fonts.normal, m_colors.secondaryText, m_content.circumstances);
    line(m_fonts.normal, m_colors.secondaryText, m_content.plan);
    line(m_fonts.normal, m_colors.secondaryText, m_options.title);
    line(m_fonts.normal, m_colors.secondaryText, m_options.subtitle);
    y += 6;
    if (m_content.scale) {
        paintOomScale(painter, QRectF(kOomPictureMargin, y, width, oomScaleHeight(m_fonts)), *m_content.scale, m_colors,
                      m_fonts, m_content.unit, std::nullopt);
        y += oomScaleHeight(m_fonts) + 14;
    }
    painter.setFont(m_fonts.fixed);
    painter.setPen(m_colors.text);
    const QRectF area(kOomPictureMargin, y, width, size.height() - y - kOomPictureMargin);
    if (area.height() <= 0)
        return;
    QStringList lines;
    for (const QString& each : m_content.message.split(u'\n'))
        lines << written(each);
    painter.setClipRect(area);
    painter.drawText(area, Qt::AlignLeft | Qt::AlignTop | Qt::TextWrapAnywhere, lines.join(u'\n'));
}

QImage OomPicture::image(const Progress& progress) const
{
    return paintedImage(
        m_options, [this](QPainter& painter) { paint(painter); }, progress);
}

bool OomPicture::svg(QIODevice& device, const Progress& progress) const
{
    return paintedSvg(
        device, m_options, [this](QPainter& painter) { paint(painter); }, progress);
}

} // namespace tidemark::ui
