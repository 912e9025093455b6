#include "ui/state/row_text.h"

#include "ui/state/row_columns.h"
#include "ui/theme/text.h"

#include <QCoreApplication>
#include <QStringList>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <optional>

namespace tidemark::ui {
namespace {

/// Uses the largest unit in which the number is at least 1.
QString timeText(std::int64_t picoseconds)
{
    struct Unit {
        double size;
        const char* name;
    };
    constexpr std::array kUnits = {Unit{1e12, "s"}, Unit{1e9, "ms"}, Unit{1e6, "µs"}, Unit{1e3, "ns"}};
    if (picoseconds == 0)
        return QStringLiteral("0");
    const auto value = static_cast<double>(picoseconds);
    for (const Unit& unit : kUnits)
        if (std::abs(value) >= unit.size)
            return QString::number(value / unit.size, 'g', 6) + QChar(0xa0) + QString::fromUtf8(unit.name);
    return QString::number(picoseconds) + QStringLiteral("\u00a0ps");
}

QString fromTo(const Axis& axis, StepId from, StepId to)
{
    const QString range = QStringLiteral("%1–%2").arg(positionText(axis, from), positionText(axis, to));
    if (axis.start)
        return range;
    return cellsText(axis) + u' ' + range;
}

/// A row's value of a column of its details. Empty if it is not known.
QString detailOf(const ViewState& state, RowId row, const ColumnInfo& column)
{
    const View& view = *state.view();
    const Facts& facts = state.facts().of(row);
    if (column.column == RowColumn::Lifetime)
        return lifetimeText(view, row);
    if (column.column == RowColumn::Source && !facts.sourceOf.empty())
        return QStringLiteral("%1 (%2)").arg(text(fullSource(facts)), sourceNote(facts));
    if (column.column == RowColumn::Source)
        return text(fullSource(facts));
    if (column.text)
        return text(column.text(view, row, facts));
    const std::int64_t number = column.number(view, {row, 0});
    if (!isKnown(column, number))
        return {};
    if (column.holds == Holds::Bytes)
        return QStringLiteral("%1 (%2 B)").arg(state.bytes(number)).arg(number);
    return QString::number(number);
}

QString at(const ViewState& state, const RowEvent& event)
{
    return UiText::tr("%1 at %2").arg(eventText(state, event), positionText(state.view()->axis, event.step));
}

/// One side of a check with its amount. The exact amount is in a tool tip.
QString side(const QString& name, std::optional<std::int64_t> bytes, const QString& written, const Colors& colors)
{
    QString amount;
    if (bytes)
        amount = QStringLiteral("<span title=\"%1\">%2</span>").arg(exactBytes(*bytes), written.toHtmlEscaped());
    return QStringLiteral("<tr><td>%1</td>"
                          "<td align=\"right\" style=\"padding-left:12px; white-space:nowrap\">%2</td></tr>")
        .arg(colouredHtml(name, colors.secondaryText), amount);
}

QString markOf(Verdict verdict, const Colors& colors)
{
    switch (verdict) {
    case Verdict::Ok:
        return colouredHtml(QStringLiteral("✓"), colors.good);
    case Verdict::Fails:
        return colouredHtml(QStringLiteral("✕"), colors.bad);
    case Verdict::Note:
        break;
    }
    return colouredHtml(QStringLiteral("ℹ"), colors.secondaryText);
}

/// A mark, and to its right the title above both sides. A wrapped title stays to the right of the mark.
QString checkHtml(const Check& check, const Units& units, const Colors& colors)
{
    const bool isOk = check.verdict == Verdict::Ok;
    const bool isHidden
        = isDifferenceHidden(check, [&](std::int64_t bytes) { return units.bytes(bytes).toStdString(); });
    const auto written = [&](const std::optional<std::int64_t>& bytes) {
        if (!bytes)
            return QString();
        return isHidden ? exactBytes(*bytes) : units.bytes(*bytes);
    };
    QString sides;
    if ((!isOk && !check.left.empty()) || check.leftBytes) // without bytes, a passed check needs no sides
        sides = side(text(check.left), check.leftBytes, written(check.leftBytes), colors)
            + side(text(check.right), check.rightBytes, written(check.rightBytes), colors);
    if (check.leftBytes && check.rightBytes && *check.leftBytes != *check.rightBytes) {
        const std::int64_t difference = std::abs(*check.leftBytes - *check.rightBytes);
        sides += side(UiText::tr("difference"), difference, units.bytes(difference), colors);
    }
    QString html = checkTitle(check).toHtmlEscaped();
    QColor explanation = colors.secondaryText;
    if (check.verdict == Verdict::Fails) {
        html = boldHtml(checkTitle(check));
        explanation = colors.text;
    }
    if (!sides.isEmpty())
        html += QStringLiteral("<table width=\"100%\" cellspacing=\"0\" cellpadding=\"1\">%1</table>").arg(sides);
    if (!check.text.empty())
        html += QStringLiteral("<p style=\"margin:2px 0 0 0\">%1</p>").arg(colouredHtml(text(check.text), explanation));
    return QStringLiteral("<table width=\"100%\" cellspacing=\"0\" cellpadding=\"0\"><tr>"
                          "<td width=\"20\" style=\"padding-top:8px\">%1</td>"
                          "<td style=\"padding-top:8px\">%2</td></tr></table>")
        .arg(markOf(check.verdict, colors), html);
}

} // namespace

bool hasCells(const Axis& axis)
{
    return axis.kind != AxisKind::None && (axis.count > 1 || axis.remark.empty());
}

QString timeWithoutCells(const View& view)
{
    return view.isHistory ? UiText::tr("in use") : UiText::tr("all the time");
}

QString cellsText(const Axis& axis)
{
    return text(axis.cell) + u's';
}

QString countedCells(const Axis& axis, std::size_t count)
{
    return countText(count, text(axis.cell), cellsText(axis));
}

QString cellTitle(const Axis& axis)
{
    return capitalised(axis.cell);
}

QString positionText(const Axis& axis, StepId at)
{
    if (axis.start)
        return timeText(axis.start(at));
    return grouped(at.value);
}

QString cellText(const Axis& axis, StepId at)
{
    if (axis.kind == AxisKind::None)
        return UiText::tr("the %1").arg(text(axis.cell));
    if (axis.start)
        return positionText(axis, at);
    return text(axis.cell) + u' ' + positionText(axis, at);
}

QString cellOfAllText(const Axis& axis, StepId at)
{
    // "operation 0 of 1" would not be read as the only one, nor "phase 3 of 5" as the fourth.
    if (axis.count == 1 || axis.kind == AxisKind::Phases)
        return cellText(axis, at);
    return UiText::tr("%1 of %2").arg(cellText(axis, at), grouped(axis.count));
}

QString rangeText(const Axis& axis, StepRange range)
{
    if (range.size() == 1 && !axis.start)
        return cellText(axis, StepId(range.begin));
    return fromTo(axis, StepId(range.begin), StepId(axis.start ? range.end : range.end - 1));
}

std::int64_t bytesAtCursor(const ViewState& state)
{
    const View& view = *state.view();
    if (state.isCursorAtPeak())
        return view.highest()[state.cursor().index()];
    return view.levelAt(state.cursor());
}

QString shareText(const ViewState& state, std::int64_t bytes)
{
    const QString share = percent(bytes, bytesAtCursor(state));
    if (state.view()->axis.kind == AxisKind::None)
        return UiText::tr("%1 of what is listed").arg(share);
    if (state.view()->isHistory && !hasCells(state.view()->axis))
        return UiText::tr("%1 of all in use").arg(share);
    if (state.isCursorAtPeak())
        return UiText::tr("%1 of the peak").arg(share);
    return UiText::tr("%1 of %2").arg(share, cellText(state.view()->axis, state.cursor()));
}

QString shareText(const ViewState& state, RowId row)
{
    const View& view = *state.view();
    if (view.axis.kind == AxisKind::None || view.rows.isLive(row, state.cursor()))
        return shareText(state, view.rows.size[row]);
    const QString notLive = UiText::tr("not live at %1").arg(cellText(view.axis, state.cursor()));
    if (!view.rows.isLive(row, view.peakStep))
        return notLive;
    const std::int64_t peak = view.highest()[view.peakStep.index()];
    return UiText::tr("%1 of the peak, %2").arg(percent(view.rows.size[row], peak), notLive);
}

QString rowWord(const View* view)
{
    return text(view ? view->rows.one : Rows().one);
}

QString rowsWord(const View* view)
{
    return text(view ? view->rows.many : Rows().many);
}

QString countedRows(const View* view, std::size_t count)
{
    return countText(count, rowWord(view), rowsWord(view));
}

QString lifetimeText(const View& view, RowId row)
{
    const StepId start = view.rows.start[row];
    const StepId end = view.rows.end[row];
    if (start.value == 0 && end.value == view.axis.count)
        return UiText::tr("always live");
    return rangeText(view.axis, {start.value, end.value});
}

QString namesText(const Facts& facts)
{
    const QString label = text(facts.label());
    if (facts.label() == facts.name)
        return label;
    return QStringLiteral("%1, %2").arg(label, text(facts.name));
}

QString detailsText(const ViewState& state, RowId row)
{
    const Facts& facts = state.facts().of(row);
    QStringList lines = {namesText(facts)};
    for (const ColumnInfo& column : rowColumnInfos()) {
        if (!column.isInDetails)
            continue;
        if (const QString value = detailOf(state, row, column); !value.isEmpty())
            lines << QStringLiteral("%1: %2").arg(columnTitle(column), value);
    }
    for (const CallFrame& frame : facts.stack)
        lines << QStringLiteral("    ") + text(callText(frame));
    return lines.join(u'\n') + u'\n';
}

QString eventWord(RowEventKind kind)
{
    switch (kind) {
    case RowEventKind::Defined:
        return UiText::tr("defined");
    case RowEventKind::Used:
        return UiText::tr("used");
    case RowEventKind::Shared:
        return UiText::tr("reused in place");
    case RowEventKind::Freed:
        return UiText::tr("freed");
    }
    return {};
}

QString eventText(const ViewState& state, const RowEvent& event)
{
    const QString actor = text(state.uses()->actor(event).name);
    if (actor.isEmpty() || event.kind == RowEventKind::Freed)
        return eventWord(event.kind);
    return UiText::tr("%1 by %2").arg(eventWord(event.kind), actor);
}

QString historyText(const ViewState& state, RowId row)
{
    if (!state.uses())
        return {};
    const auto events = state.uses()->of(row);
    const auto count = [&](RowEventKind kind) { return std::ranges::count(events, kind, &RowEvent::kind); };
    QStringList parts = {text(state.view()->rows.name(row)),
                         countText(count(RowEventKind::Used), UiText::tr("use"), UiText::tr("uses"))};
    if (const auto reuses = count(RowEventKind::Shared); reuses > 0)
        parts << countText(reuses, UiText::tr("reuse in place"), UiText::tr("reuses in place"));
    return parts.join(QStringLiteral(", "));
}

QString idleText(const ViewState& state, RowId row)
{
    const auto idle = state.idle(row);
    if (!idle)
        return {};
    if (idle->steps == 0 && idle->last)
        return {}; // it is in use at the cursor
    const View& view = *state.view();
    if (!idle->last && !idle->next && view.axis.count == 1)
        return {}; // the file does not say when anything is used
    const QString here = state.isCursorAtPeak() ? UiText::tr("the peak") : cellText(view.axis, state.cursor());
    if (!idle->last && !idle->next)
        return UiText::tr("%1 around %2 (no use is known)").arg(countedCells(view.axis, idle->steps), here);
    QString last = UiText::tr("no earlier use");
    if (idle->last)
        last = at(state, *idle->last);
    QString next = UiText::tr("no later use");
    if (idle->next)
        next = UiText::tr("next %1").arg(at(state, *idle->next));
    return UiText::tr("%1 around %2 (%3, %4)").arg(countedCells(view.axis, idle->steps), here, last, next);
}

int idleShade(std::uint32_t steps)
{
    int shade = 0;
    for (; steps > 0 && shade < kIdleShades - 1; steps /= 10)
        ++shade;
    return shade;
}

std::uint32_t idleShadeFrom(int shade)
{
    if (shade == 0)
        return 0;
    std::uint32_t from = 1;
    for (int i = 1; i < shade; ++i)
        from *= 10;
    return from;
}

QString idleShadeText(int shade)
{
    const std::uint32_t from = idleShadeFrom(shade);
    if (shade == 0)
        return QStringLiteral("0");
    if (shade == kIdleShades - 1)
        return UiText::tr("%1 and more").arg(grouped(from));
    return QStringLiteral("%1–%2").arg(grouped(from), grouped(10 * from - 1));
}

std::string callText(const CallFrame& frame)
{
    if (frame.function.empty())
        return frame.place;
    return frame.place + " in " + frame.function;
}

std::string fullSource(const Facts& facts)
{
    return frameText(ownSource(facts));
}

std::vector<SourceLine> sourceLines(const Facts& facts)
{
    const SourceFrame own = ownSource(facts);
    const std::string ownPlace = frameText(own);
    const std::string first = facts.stack.empty() ? std::string() : facts.stack.front().place;
    const bool isFirstFrame = !first.empty() && (first == ownPlace || first.starts_with(ownPlace + ':'));
    std::vector<SourceLine> lines;
    if (!own.file.empty() && (!isFirstFrame || facts.stack.size() == 1))
        lines.push_back(
            {text(callText({shortSource(facts), std::string(own.function)})), text(ownPlace), isLibraryFile(own.file)});
    if (isFirstFrame && facts.stack.size() == 1)
        return lines;
    const std::vector<bool> isInside = framesInLibraries(facts.stack);
    for (std::size_t i = 0; i < facts.stack.size(); ++i)
        lines.push_back({text(callText(facts.stack[i])), text(facts.stack[i].place), isInside[i]});
    return lines;
}

QString sourceNote(const Facts& facts)
{
    if (facts.sourceOf.empty())
        return {};
    return QCoreApplication::translate("SourceText", "source of %1, which this is a copy of").arg(text(facts.sourceOf));
}

QString sourceText(const Facts& facts)
{
    QStringList lines;
    for (const SourceLine& line : sourceLines(facts))
        lines << line.text;
    if (const QString note = sourceNote(facts); !note.isEmpty())
        lines << note;
    return lines.join(u'\n');
}

QString checkTitle(const Check& check)
{
    return capitalised(check.words());
}

QString checksHtml(const std::vector<Check>& checks, const Units& units, const Colors& colors)
{
    QString html;
    for (const Verdict verdict : {Verdict::Fails, Verdict::Ok, Verdict::Note})
        for (const Check& check : checks)
            if (check.verdict == verdict)
                html += checkHtml(check, units, colors);
    return html;
}

QString checksSummary(const CheckCounts& counts)
{
    const auto all = counts.judged();
    if (all == 0)
        return {};
    const QString checks = countText(all, UiText::tr("check"), UiText::tr("checks"));
    if (counts.failed == 0)
        return UiText::tr("✓ %1 passed").arg(checks);
    if (all == 1)
        return UiText::tr("✕ the check failed");
    return UiText::tr("✕ %1 of %2 failed").arg(grouped(counts.failed), checks);
}

QString checksSummary(const std::vector<Check>& checks)
{
    return checksSummary(countChecks(checks));
}

} // namespace tidemark::ui
