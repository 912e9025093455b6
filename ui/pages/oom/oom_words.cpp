#include "ui/pages/oom/oom_words.h"

#include "core/base/text.h"
#include "core/oom/forms.h"
#include "core/oom/headline.h"
#include "core/oom/message.h"
#include "core/oom/text_marks.h"
#include "ui/session/paths.h"
#include "ui/state/row_text.h"
#include "ui/theme/text.h"

#include <QStringList>

#include <algorithm>

namespace tidemark::ui {
namespace {

QString whenText(oom::Kind kind)
{
    switch (kind) {
    case oom::Kind::Compile:
    case oom::Kind::Scoped:
    case oom::Kind::TooLarge:
        return UiText::tr("failed at compile time");
    case oom::Kind::ProgramLoad:
    case oom::Kind::GpuProgramLoad:
        return UiText::tr("failed when the program was loaded");
    case oom::Kind::RuntimeAllocation:
    case oom::Kind::GpuPlan:
    case oom::Kind::Bfc:
    case oom::Kind::GpuShort:
    case oom::Kind::Device:
    case oom::Kind::Host:
    case oom::Kind::TtAllocation:
    case oom::Kind::TtProgram:
    case oom::Kind::WrongArgument:
    case oom::Kind::Unknown:
        return UiText::tr("failed at run time");
    case oom::Kind::Serving:
        return UiText::tr("failed when the server started");
    case oom::Kind::State:
        return UiText::tr("stated, nothing failed");
    case oom::Kind::SharedMemory:
        break;
    }
    return {};
}

struct ReadFigure {
    QString name;
    std::optional<Amount> amount;
    bool isMain = false;

    QString value(const Units& units) const { return amount ? units.bytes(amount->bytes) : UiText::tr("unknown"); }
};

/// The main figures of the message, then the figures of its tables. An unknown amount stays empty.
std::vector<ReadFigure> readFigures(const oom::Message& message)
{
    std::vector<ReadFigure> figures;
    for (const oom::MainFigure& figure : oom::kMainFigures)
        if (const auto& amount = message.*figure.amount)
            figures.push_back({UiText::tr(figure.label), amount, true});
    for (const oom::Figure& figure : message.figures)
        figures.push_back({text(figure.name), figure.amount, false});
    return figures;
}

std::vector<Check> notPassed(std::vector<Check> checks)
{
    std::erase_if(checks, [](const Check& check) { return check.verdict == Verdict::Ok; });
    return checks;
}

QColor colorOf(const std::vector<Check>& checks, const Colors& colors)
{
    const bool hasFailed = std::ranges::find(checks, Verdict::Fails, &Check::verdict) != checks.end();
    return hasFailed ? colors.bad : colors.good;
}

/// Below "Total hbm usage", "Total hbm usage: reserved" is shortened to "reserved" and indented.
QString nameBelow(const QString& name, QStringList& above)
{
    while (!above.isEmpty() && !name.startsWith(above.back() + QStringLiteral(": ")))
        above.pop_back();
    const qsizetype taken = above.isEmpty() ? 0 : above.back().size() + 2;
    const QString indent = QStringLiteral("&nbsp;").repeated(3 * above.size());
    above << name;
    return indent + name.mid(taken).toHtmlEscaped();
}

/// `room` is the space above the table in pixels.
QString figuresHtml(const std::vector<ReadFigure>& figures, const oom::Message& message, const Units& units,
                    const Colors& colors, int room)
{
    if (figures.empty())
        return {};
    QString html
        = QStringLiteral("<table cellspacing=\"0\" cellpadding=\"2\" width=\"100%\" style=\"margin-top:%1px\">")
              .arg(room);
    QStringList above;
    for (const ReadFigure& figure : figures) {
        const QString value = figure.value(units);
        const bool isBad = figure.isMain && message.exceeded && figure.amount == message.exceeded;
        QString shown = value.toHtmlEscaped();
        if (isBad)
            shown = colouredHtml(value, colors.bad);
        else if (figure.isMain)
            shown = boldHtml(value);
        else if (!figure.amount)
            shown = colouredHtml(value, colors.secondaryText);
        html += QStringLiteral("<tr><td><span style=\"color:%1\">%2</span></td><td align=\"right\" "
                               "style=\"white-space:nowrap\">%3</td></tr>")
                    .arg(colors.secondaryText.name(), nameBelow(figure.name, above), shown);
    }
    return html + QStringLiteral("</table>");
}

/// A single byte count that matches may belong to any buffer.
bool isWeak(const MessagePlan& plan)
{
    return !plan.isOfBuffers && plan.rows.size() == 1;
}

/// "it has a buffer of the same size, 512 MiB". If the message has several sizes, the text says how many.
QString weakText(const MessagePlan& plan)
{
    const QString bytes = text(bytesText(plan.view->rows.size[plan.rows.front()]));
    if (plan.asked == 1)
        return UiText::tr("it has a buffer of the same size, %1").arg(bytes);
    return UiText::tr("it has a buffer of one of the %1 sizes in the message, %2").arg(grouped(plan.asked), bytes);
}

QString planHtml(const MessagePlan& plan, const Units& units, const Colors& colors)
{
    constexpr qsizetype kLongest = 44; // characters; dumps have long names
    const QString name = shortenedTo(shortName({fromNative(plan.view->path)}), kLongest);
    const Figures figures = plan.view->figures(nullptr);
    QStringList parts;
    for (const Part& part : figures.parts)
        parts << units.bytes(part.bytes) + u' ' + text(part.name).toLower();
    const QString sum = parts.join(QStringLiteral(" + ")) + QStringLiteral(" = ") + units.bytes(figures.peakBytes);
    const QString found = grouped(plan.rows.size());
    const QString asked = grouped(plan.asked);
    QString how = UiText::tr("%1 of %2 sizes in the message are allocations of the plan.").arg(found, asked);
    if (plan.asked == 0)
        how = UiText::tr("The message lists no buffers; the plan lists all.");
    else if (plan.isOfBuffers)
        how = UiText::tr("%1 of %2 buffers found in it, by name and shape.").arg(found, asked);
    else if (isWeak(plan))
        how = capitalised(weakText(plan)) + u'.';
    const QString where = UiText::tr("In %1. %2").arg(name, how);
    return QStringLiteral("<p>%1 %2<br>%3<br>%4<br><a href=\"%5\">%6</a></p>")
        .arg(boldHtml(isWeak(plan) ? UiText::tr("Possible plan") : UiText::tr("Plan")),
             text(plan.view->programText).toHtmlEscaped(), sum.toHtmlEscaped(),
             colouredHtml(where, colors.secondaryText), QLatin1String(kOomPlanLink),
             UiText::tr("Open the plan").toHtmlEscaped());
}

} // namespace

QString oomCircumstances(const oom::Message& message)
{
    QStringList parts;
    constexpr double kLeast = 1.05; // a smaller ratio would be "1.0 times"
    if (message.needed && message.limit && message.limit->bytes > 0 && message.kind != oom::Kind::State)
        if (const double times = static_cast<double>(message.needed->bytes) / static_cast<double>(message.limit->bytes);
            times >= kLeast)
            parts << UiText::tr("%1 times the limit").arg(times, 0, 'f', 1);
    parts << text(message.code);
    if (!message.module.empty())
        parts << UiText::tr("module %1").arg(text(message.module));
    if (!message.device.empty())
        parts << UiText::tr("device %1").arg(text(message.device));
    parts << whenText(message.kind);
    if (!message.rank.empty())
        parts << UiText::tr("rank %1").arg(text(message.rank));
    parts << UiText::tr("line %1").arg(grouped(message.line));
    return joined(parts);
}

OomNextStep oomNextStep(const oom::Message& message)
{
    if (!message.allocations.empty())
        return {};
    if (const std::string advice = oom::recordingAdvice(message); !advice.empty())
        return {UiText::tr("The message lists no allocation"), text(advice), {}};
    const QString command = text(oom::recordCommand(message));
    if (command.isEmpty())
        return {};
    const QString title = UiText::tr("The message lists no buffer");
    if (message.kind == oom::Kind::TtAllocation || message.kind == oom::Kind::TtProgram)
        return {title, UiText::tr("Run the program again like this to record its buffers:"), command};
    return {title, UiText::tr("Drop a dump or a profile of the program here to see them. This command makes one:"),
            command};
}

QString oomFactsHtml(const oom::Message& message, const View& view, const std::optional<MessagePlan>& plan,
                     const Units& units, const Colors& colors)
{
    std::vector<ReadFigure> main = readFigures(message);
    const auto first
        = std::stable_partition(main.begin(), main.end(), [](const ReadFigure& each) { return each.isMain; });
    const std::vector<ReadFigure> rest(first, main.end());
    main.erase(first, main.end());
    QString html = figuresHtml(main, message, units, colors, 0);
    if (plan)
        html += planHtml(*plan, units, colors);
    const std::vector<Check> checks = view.checks();
    if (!checks.empty())
        html += QStringLiteral("<p>%1</p>").arg(colouredHtml(checksSummary(checks), colorOf(checks, colors)));
    html += checksHtml(notPassed(checks), units, colors);
    if (const std::string page = oom::errorPage(message.code); !page.empty())
        html += QStringLiteral("<p><a href=\"%1\">%2</a></p>")
                    .arg(text(page), UiText::tr("What %1 means (openxla.org)").arg(text(message.code)).toHtmlEscaped());
    return html + figuresHtml(rest, message, units, colors, 8);
}

QString oomPlanSentence(const MessagePlan& plan)
{
    const QString program = text(plan.view->program);
    const QString found = grouped(plan.rows.size());
    const QString asked = grouped(plan.asked);
    const QString file = shortName({fromNative(plan.view->path)});
    if (isWeak(plan))
        return UiText::tr("%1 in %2 may be the plan: %3.").arg(program, file, weakText(plan));
    const QString where = UiText::tr("The plan of %1 is in %2").arg(program, file);
    if (plan.asked == 0)
        return UiText::tr("%1: it lists all buffers; the message lists none.").arg(where);
    if (plan.isOfBuffers)
        return UiText::tr("%1: %2 of %3 buffers found.").arg(where, found, asked);
    return UiText::tr("%1: it has %2 of %3 sizes in this message.").arg(where, found, asked);
}

QString oomPlainText(const oom::Message& message, const View& view, const std::optional<MessagePlan>& plan,
                     const Units& units)
{
    QString copied = text(oom::headlineOf(message)) + u'\n' + oomCircumstances(message) + u'\n';
    if (plan)
        copied += oomPlanSentence(*plan) + u'\n';
    copied += u'\n';
    for (const ReadFigure& figure : readFigures(message))
        copied += figure.name + QStringLiteral(": ") + figure.value(units) + u'\n';
    for (const Check& check : notPassed(view.checks()))
        copied += u'\n' + checkTitle(check) + QStringLiteral(": ")
            + text(sidesText(check, [&](std::int64_t bytes) { return units.bytes(bytes).toStdString(); }));
    return copied + u'\n' + text(message.text) + u'\n';
}

} // namespace tidemark::ui
