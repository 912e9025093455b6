#include "ui/charts/hover_tip.h"

#include "ui/charts/ticks.h"
#include "ui/state/grouped.h"
#include "ui/theme/markup.h"

#include <QCoreApplication>

#include <algorithm>

namespace tidemark::ui {
namespace {

struct Text {
    Q_DECLARE_TR_FUNCTIONS(Charts)
};

QString exact(std::int64_t bytes)
{
    return Text::tr("%1 B").arg(grouped(bytes));
}

QString percent(std::int64_t part, std::int64_t whole)
{
    return QString::fromStdString(percentText(part, whole));
}

/// "5.06 GiB (5,438,061,568 B)"; what has no larger unit is said once.
QString both(const ViewState& state, std::int64_t bytes)
{
    const QString text = state.bytes(bytes);
    return bytes < 1024 ? text : Text::tr("%1 (%2)").arg(text, exact(bytes));
}

} // namespace

QString fromFile(std::string_view text)
{
    return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
}

QString lifetimeText(const SpaceTimeline& timeline, const BufferRow& row)
{
    if (row.start == 0 && row.end == timeline.steps)
        return Text::tr("always live");
    return Text::tr("steps %1–%2").arg(stepText(row.start), stepText(row.end));
}

QStringList stepTip(const ViewState& state, std::uint32_t step)
{
    const SpaceTimeline& timeline = *state.timeline();
    const std::int64_t level = timeline.occupied[step];
    const std::int64_t padding = level - timeline.unpadded[step];
    QStringList lines = {Text::tr("Step %1").arg(stepText(step))};
    const std::string_view instruction = timeline.instructionAt(step);
    if (!instruction.empty())
        lines << fromFile(validUtf8(instruction));
    lines << both(state, level);
    const QString share = padding == 0 ? QString() : QStringLiteral(", ") + percent(padding, level);
    lines << Text::tr("padding %1%2").arg(state.bytes(padding), share);
    return lines;
}

QString rowTip(const ViewState& state, std::uint32_t row)
{
    const SpaceTimeline& timeline = *state.timeline();
    const BufferRow& buffer = timeline.rows[row];
    const BufferDetails details = describe(timeline, buffer);
    const std::int64_t level = timeline.occupied[state.cursor()];
    const QString share = percent(buffer.size, level);
    const QString of = state.isCursorAtPeak() ? Text::tr("%1 of the peak").arg(share)
                                              : Text::tr("%1 of step %2").arg(share, stepText(state.cursor()));
    QStringList lines;
    lines << boldHtml(fromFile(details.name))
            + QStringLiteral(" — %1, %2").arg(state.bytes(buffer.size), of).toHtmlEscaped();
    lines << fromFile(kindLabel(details.kind));
    if (!details.shape.empty())
        lines.back() += QStringLiteral(" · <code>%1</code>").arg(fromFile(details.shape).left(120).toHtmlEscaped());
    const std::int64_t padding = buffer.size - buffer.unpadded;
    if (padding > 0)
        lines << Text::tr("padding %1, %2").arg(state.bytes(padding), percent(padding, buffer.size)).toHtmlEscaped();
    lines << QStringLiteral("%1 · %2 · ").arg(exact(buffer.size), lifetimeText(timeline, buffer))
            + (state.pinned() == row ? Text::tr("pinned") : Text::tr("click to pin"));
    return QStringLiteral("<p style='white-space:pre'>%1</p>").arg(lines.join(QStringLiteral("<br>")));
}

QString rowText(const ViewState& state, std::uint32_t row)
{
    const SpaceTimeline& timeline = *state.timeline();
    const BufferRow& buffer = timeline.rows[row];
    const BufferDetails details = describe(timeline, buffer);
    QStringList lines;
    const auto add = [&](const QString& name, const QString& value) {
        if (!value.isEmpty())
            lines << name + QStringLiteral(": ") + value;
    };
    add(Text::tr("Name"), fromFile(details.name));
    add(Text::tr("Size"), both(state, buffer.size));
    add(Text::tr("Unpadded"), both(state, buffer.unpadded));
    add(Text::tr("Shape"), fromFile(details.shape));
    add(Text::tr("Type"), fromFile(kindLabel(details.kind)));
    add(Text::tr("Opcode"), fromFile(details.opcode));
    add(Text::tr("Lifetime"), lifetimeText(timeline, buffer));
    add(Text::tr("Allocation"), QString::number(details.allocation.value_or(-1)));
    add(Text::tr("Offset"), QString::number(buffer.offset));
    add(Text::tr("Op name"), fromFile(details.opName));
    if (!details.sourceFile.empty())
        add(Text::tr("Source"), QStringLiteral("%1:%2").arg(fromFile(details.sourceFile)).arg(details.sourceLine));
    for (const std::string& frame : details.stack)
        lines << QStringLiteral("  ") + fromFile(frame);
    return lines.join(u'\n');
}

} // namespace tidemark::ui
