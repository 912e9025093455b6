#include "ui/state/row_text.h"

#include "core/view/cell_number.h"
#include "ui/state/grouped.h"
#include "ui/state/row_columns.h"
#include "ui/state/source_text.h"
#include "ui/theme/text.h"

#include <QCoreApplication>
#include <QStringList>

#include <array>
#include <cstdlib>

namespace tidemark::ui {
namespace {

struct RowWords {
    Q_DECLARE_TR_FUNCTIONS(RowText)
};

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
    return axis.start ? range : cellsText(axis) + u' ' + range;
}

} // namespace

QString cellsText(const Axis& axis)
{
    return text(axis.cell) + u's';
}

QString cellTitle(const Axis& axis)
{
    return capitalised(axis.cell);
}

QString positionText(const Axis& axis, StepId at)
{
    return axis.start ? timeText(axis.start(at)) : grouped(cellNumber(axis, at));
}

QString cellText(const Axis& axis, StepId at)
{
    if (axis.kind == AxisKind::None)
        return RowWords::tr("the %1").arg(text(axis.cell));
    return axis.start ? positionText(axis, at) : text(axis.cell) + u' ' + positionText(axis, at);
}

QString rangeText(const Axis& axis, StepRange range)
{
    return fromTo(axis, StepId(range.begin), StepId(axis.start ? range.end : range.end - 1));
}

std::int64_t bytesAtCursor(const ViewState& state)
{
    const View& view = *state.view();
    return state.isCursorAtPeak() ? view.highest()[state.cursor().index()] : view.levelAt(state.cursor());
}

QString shareText(const ViewState& state, std::int64_t bytes)
{
    const QString share = percent(bytes, bytesAtCursor(state));
    if (state.view()->axis.kind == AxisKind::None)
        return RowWords::tr("%1 of what is listed").arg(share);
    if (state.isCursorAtPeak())
        return RowWords::tr("%1 of the peak").arg(share);
    return RowWords::tr("%1 of %2").arg(share, cellText(state.view()->axis, state.cursor()));
}

QString rowWord(const View* view)
{
    return text(view ? view->rows.one : Rows().one);
}

QString rowsWord(const View* view)
{
    return text(view ? view->rows.many : Rows().many);
}

QString lifetimeText(const View& view, RowId row)
{
    const StepId start = view.rows.start[row];
    const StepId end = view.rows.end[row];
    if (start.value == 0 && end.value == view.axis.count)
        return RowWords::tr("always live");
    return fromTo(view.axis, start, end);
}

QString namesText(const Facts& facts)
{
    const QString label = text(facts.label());
    return facts.label() == facts.name ? label : QStringLiteral("%1, %2").arg(label, text(facts.name));
}

QString detailsText(const ViewState& state, RowId row)
{
    const View& view = *state.view();
    const Facts& facts = state.facts().of(row);
    const auto valueOf = [&](const ColumnInfo& column) {
        if (column.column == RowColumn::Lifetime)
            return lifetimeText(view, row);
        if (column.column == RowColumn::Source)
            return facts.sourceOf.empty() ? text(fullSource(facts))
                                          : QStringLiteral("%1 (%2)").arg(text(fullSource(facts)), sourceNote(facts));
        if (column.text)
            return text(column.text(view, row, facts));
        const std::int64_t number = column.number(view, {row, 0});
        if (!isKnown(column, number))
            return QString();
        return column.holds == Holds::Bytes ? QStringLiteral("%1 (%2 B)").arg(state.bytes(number)).arg(number)
                                            : QString::number(number);
    };
    QStringList lines = {namesText(facts)};
    for (const ColumnInfo& column : rowColumnInfos()) {
        const QString value = column.isInDetails ? valueOf(column) : QString();
        if (!value.isEmpty())
            lines << QStringLiteral("%1: %2").arg(columnTitle(column), value);
    }
    for (const CallFrame& frame : facts.stack)
        lines << QStringLiteral("    ") + text(callText(frame));
    return lines.join(u'\n') + u'\n';
}

} // namespace tidemark::ui
