#include "ui/pages/oom/oom_picture.h"

#include "core/oom/oom_document.h"
#include "core/oom/report.h"
#include "ui/charts/chart_picture.h"
#include "ui/pages/export_view.h"
#include "ui/pages/oom/oom_words.h"
#include "ui/theme/text.h"
#include "ui/widgets/fonts.h"
#include "ui/widgets/two_lines.h"

#include <QFontMetricsF>
#include <QPainter>

namespace tidemark::ui {
namespace {

constexpr double kOomPictureMargin = 16;
constexpr qsizetype kMostDrawn = 20000; // characters; no picture has room for more

/// The options give the titles.
void paintMessage(QPainter& painter, const QSizeF& size, const OomContent& content, const PictureOptions& options,
                  const Colors& colors, const QFont& usual)
{
    const ChartFonts fonts = chartFonts(usual);
    const double width = size.width() - 2 * kOomPictureMargin;
    double y = kOomPictureMargin;
    const auto line = [&](const QFont& font, const QColor& color, const QString& words) {
        if (words.isEmpty())
            return;
        const QFontMetricsF metrics(font);
        painter.setFont(font);
        painter.setPen(color);
        painter.drawText(QPointF(kOomPictureMargin, y + metrics.ascent()),
                         metrics.elidedText(written(words), Qt::ElideRight, width));
        y += metrics.height() * 1.35;
    };
    if (options.explanation.isEmpty()) {
        line(boldFont(largerFont(fonts.normal, 1.5)), colors.text, content.headline);
    } else {
        const QFont font = boldFont(largerFont(fonts.normal, 1.2));
        for (const QString& each : twoLines(written(options.explanation), {}, font, width))
            line(font, colors.text, each);
    }
    for (const QString& each : {content.circumstances, content.plan, options.title, options.subtitle})
        line(fonts.normal, colors.secondaryText, each);
    y += 6;
    if (content.scale) {
        paintOomScale(painter, QRectF(kOomPictureMargin, y, width, oomScaleHeight(fonts)), *content.scale, colors,
                      fonts, content.unit, std::nullopt);
        y += oomScaleHeight(fonts) + 14;
    }
    painter.setFont(fonts.fixed);
    painter.setPen(colors.text);
    const QRectF area(kOomPictureMargin, y, width, size.height() - y - kOomPictureMargin);
    if (area.height() <= 0)
        return;
    QStringList lines;
    for (const QString& each : content.message.split(u'\n'))
        lines << written(each);
    painter.setClipRect(area);
    painter.drawText(area, Qt::AlignLeft | Qt::AlignTop | Qt::TextWrapAnywhere, lines.join(u'\n'));
}

ExportView::Result message(const ExportQuestion& question, const ExportSubject& subject)
{
    const View& view = *subject.view;
    const auto* const document = oom::asMessages(*subject.chosen.document);
    if (!document)
        return subject.without(view.programText + " is no message about memory that ran out.");
    const oom::Report& report = document->report(subject.chosen.selection.program);
    const auto plan = findMessagePlan(report, question.documents);
    if (!plan)
        return plan.error();
    const auto options = explained(subject.options, view, view.figures(findDevice(question.device)));
    if (!options)
        return options.error();
    return oomPicture(oomContent(report, view, *plan, Units()), *options);
}

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

std::shared_ptr<const Picture> oomPicture(OomContent content, PictureOptions options)
{
    return paintedPicture(options,
                          [content = std::move(content), options](QPainter& painter, const QRectF& area,
                                                                  const Colors& colors, const QFont& font) {
                              paintMessage(painter, area.size(), content, options, colors, font);
                          });
}

ExportView oomExport()
{
    return {.name = "message",
            .help = "an out-of-memory message with its figures",
            .isUsual
            = [](const ExportSubject& subject) { return oom::asMessages(*subject.chosen.document) != nullptr; },
            .ofView = message,
            .documentKind = oom::OomDocument::kKind};
}

} // namespace tidemark::ui
