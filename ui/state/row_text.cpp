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

} // namespace

bool hasCells(const Axis& axis)
{
    return axis.kind != AxisKind::None && (axis.count > 1 || axis.remark.empty());
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
    return grouped(cellNumber(axis, at));
}

QString cellText(const Axis& axis, StepId at)
{
    if (axis.kind == AxisKind::None)
        return RowWords::tr("the %1").arg(text(axis.cell));
    if (axis.start)
        return positionText(axis, at);
    return text(axis.cell) + u' ' + positionText(axis, at);
}

QString cellOfAllText(const Axis& axis, StepId at)
{
    if (axis.count == 1) // "operation 0 of 1" would not be read as the only one
        return cellText(axis, at);
    return RowWords::tr("%1 of %2").arg(cellText(axis, at), grouped(axis.count));
}

QString rangeText(const Axis& axis, StepRange range)
{
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

QString countedRows(const View* view, std::size_t count)
{
    return countText(count, rowWord(view), rowsWord(view));
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

} // namespace tidemark::ui
