#include "ui/tables/cell_text.h"

#include "ui/state/row_columns.h"
#include "ui/state/row_text.h"
#include "ui/state/units.h"
#include "ui/tables/row_model.h"
#include "ui/theme/text.h"

#include <QCoreApplication>

namespace tidemark::ui {
namespace {

struct CellWords {
    Q_DECLARE_TR_FUNCTIONS(RowModel)
};

} // namespace

QString displayText(const ViewState& state, const LiveRow& live, RowColumn column)
{
    const View& view = *state.view();
    const ColumnInfo& info = infoOf(column);
    if (const Facts& facts = state.facts().of(live.row);
        column == RowColumn::Shape && !facts.shapeWithoutLayout.empty())
        return text(facts.shapeWithoutLayout); // the layout has its own column
    if (info.text)
        return text(info.text(view, live.row, state.facts().of(live.row)));
    const auto number = cellValue(state, live, column);
    if (!number)
        return {};
    if (info.holds == Holds::Bytes)
        return state.bytes(*number);
    if (info.holds == Holds::Address)
        return QStringLiteral("0x%1").arg(*number, 0, 16);
    if (info.holds == Holds::Count)
        return grouped(*number);
    const QString position = positionText(view.axis, StepId(static_cast<std::uint32_t>(*number)));
    if (info.holds == Holds::Life)
        return QStringLiteral("%1–%2").arg(position, positionText(view.axis, view.rows.end[live.row]));
    return position;
}

QString plainText(const ViewState& state, const LiveRow& live, RowColumn column)
{
    const View& view = *state.view();
    const ColumnInfo& info = infoOf(column);
    if (info.text)
        return displayText(state, live, column);
    const auto number = cellValue(state, live, column);
    if (!number)
        return {};
    if (info.holds == Holds::Life)
        return QStringLiteral("%1–%2").arg(*number).arg(view.rows.end[live.row].value);
    return QString::number(*number);
}

QString cellToolTip(const ViewState& state, const LiveRow& live, RowColumn column)
{
    const View& view = *state.view();
    const ColumnInfo& info = infoOf(column);
    if (info.holds == Holds::Bytes) {
        const auto bytes = cellValue(state, live, column);
        return bytes ? exactBytes(*bytes) : QString();
    }
    if (info.holds == Holds::Life)
        return CellWords::tr("%1, live for %2 of %3")
            .arg(lifetimeText(view, live.row), grouped(view.rows.end[live.row].value - view.rows.start[live.row].value),
                 grouped(view.axis.count));
    if (column == RowColumn::Idle)
        return idleText(state, live.row);
    if (column == RowColumn::Source)
        return sourceText(state.facts().of(live.row));
    if (column == RowColumn::Name)
        return namesText(state.facts().of(live.row));
    if (info.isOfMeanings)
        return text(state.facts().of(live.row).rule);
    if (info.holds == Holds::Code)
        return displayText(state, live, column);
    return {};
}

} // namespace tidemark::ui
