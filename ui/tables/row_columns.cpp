#include "ui/tables/row_columns.h"

#include "ui/state/grouped.h"
#include "ui/state/row_text.h"
#include "ui/tables/source_text.h"
#include "ui/theme/text.h"

#include <QCoreApplication>

#include <algorithm>

namespace tidemark::ui {
namespace {

QString tr(const char* text)
{
    return QCoreApplication::translate("tidemark::ui::RowModel", text);
}

bool isOneOf(RowColumn column, std::initializer_list<RowColumn> columns)
{
    return std::ranges::find(columns, column) != columns.end();
}

} // namespace

QString columnTitle(RowColumn column)
{
    switch (column) {
    case RowColumn::Name:
        return tr("Name");
    case RowColumn::Size:
        return tr("Size");
    case RowColumn::Padding:
        return tr("Padding");
    case RowColumn::Kind:
        return tr("Type");
    case RowColumn::Shape:
        return tr("Shape");
    case RowColumn::Lifetime:
        return tr("Lifetime");
    case RowColumn::Source:
        return tr("Source");
    case RowColumn::OpName:
        return tr("Op name");
    case RowColumn::Unpadded:
        return tr("Unpadded");
    case RowColumn::Layout:
        return tr("Layout");
    case RowColumn::Opcode:
        return tr("Opcode");
    case RowColumn::Offset:
        return tr("Offset");
    case RowColumn::Born:
        return tr("Born");
    case RowColumn::Freed:
        return tr("Freed");
    case RowColumn::Id:
        return tr("Id");
    case RowColumn::Allocation:
        return tr("Allocation");
    case RowColumn::Overlap:
        return tr("Overlap");
    }
    return {};
}

QString columnHelp(RowColumn column, const Axis& axis)
{
    if (column == RowColumn::Padding)
        return tr("Bytes that the layout adds to the array's own");
    if (column == RowColumn::Kind)
        return tr("The kind of allocation that holds it");
    if (column == RowColumn::Offset)
        return tr("Address inside its allocation");
    if (column == RowColumn::Born)
        return tr("The %1 that allocates it").arg(text(axis.cell));
    if (column == RowColumn::Freed)
        return tr("The first %1 at which it is gone").arg(text(axis.cell));
    if (column == RowColumn::Overlap)
        return tr("The part of its memory that an earlier row already counts: it is re-used in place");
    return {};
}

bool isNumber(RowColumn column)
{
    return isBytes(column)
        || isOneOf(column,
                   {RowColumn::Offset, RowColumn::Born, RowColumn::Freed, RowColumn::Id, RowColumn::Allocation});
}

bool isBytes(RowColumn column)
{
    return isOneOf(column, {RowColumn::Size, RowColumn::Padding, RowColumn::Unpadded, RowColumn::Overlap});
}

bool isMonospace(RowColumn column)
{
    return isOneOf(column,
                   {RowColumn::Name, RowColumn::Shape, RowColumn::Source, RowColumn::OpName, RowColumn::Layout,
                    RowColumn::Opcode, RowColumn::Offset});
}

std::optional<std::int64_t> columnNumber(const View& view, const LiveRow& live, RowColumn column)
{
    const Rows& rows = view.rows;
    switch (column) {
    case RowColumn::Size:
        return rows.size[live.row];
    case RowColumn::Padding:
        return rows.size[live.row] - rows.unpadded[live.row];
    case RowColumn::Unpadded:
        return rows.unpadded[live.row];
    case RowColumn::Overlap:
        return live.overlap;
    case RowColumn::Kind:
        return rows.kind[live.row];
    case RowColumn::Lifetime:
    case RowColumn::Born:
        return rows.start[live.row].value;
    case RowColumn::Freed:
        return rows.end[live.row].value;
    case RowColumn::Offset:
        return rows.offset[live.row];
    case RowColumn::Name:
    case RowColumn::Shape:
    case RowColumn::Source:
    case RowColumn::OpName:
    case RowColumn::Layout:
    case RowColumn::Opcode:
    case RowColumn::Id:
    case RowColumn::Allocation:
        break;
    }
    return std::nullopt;
}

std::string columnText(const View& view, RowId row, const Facts& facts, RowColumn column)
{
    const auto orEmpty
        = [](const std::optional<std::int64_t>& number) { return number ? std::to_string(*number) : std::string(); };
    switch (column) {
    case RowColumn::Name:
        return facts.name;
    case RowColumn::Kind:
        return view.rows.kindOf(row).label;
    case RowColumn::Shape:
        return facts.shape;
    case RowColumn::Source:
        return shortSource(facts);
    case RowColumn::OpName:
        return facts.opName;
    case RowColumn::Layout:
        return facts.layout;
    case RowColumn::Opcode:
        return facts.opcode;
    case RowColumn::Id:
        return orEmpty(facts.id);
    case RowColumn::Allocation:
        return orEmpty(facts.allocation);
    case RowColumn::Size:
    case RowColumn::Padding:
    case RowColumn::Unpadded:
    case RowColumn::Overlap:
    case RowColumn::Lifetime:
    case RowColumn::Born:
    case RowColumn::Freed:
    case RowColumn::Offset:
        break;
    }
    return {};
}

QString displayText(const ViewState& state, const LiveRow& live, RowColumn column)
{
    const View& view = *state.view();
    const auto number = columnNumber(view, live, column);
    if (!number || column == RowColumn::Kind)
        return text(columnText(view, live.row, state.facts().of(live.row), column));
    if (isBytes(column))
        return state.bytes(*number);
    const StepId start = view.rows.start[live.row];
    const StepId end = view.rows.end[live.row];
    if (column == RowColumn::Lifetime)
        return QStringLiteral("%1–%2").arg(positionText(view.axis, start), positionText(view.axis, end));
    if (column == RowColumn::Offset)
        return QStringLiteral("0x%1").arg(*number, 0, 16);
    return positionText(view.axis, column == RowColumn::Born ? start : end);
}

QString plainText(const ViewState& state, const LiveRow& live, RowColumn column)
{
    if (column == RowColumn::Lifetime)
        return QStringLiteral("%1–%2")
            .arg(state.view()->rows.start[live.row].value)
            .arg(state.view()->rows.end[live.row].value);
    const auto number = columnNumber(*state.view(), live, column);
    return number && column != RowColumn::Kind ? QString::number(*number) : displayText(state, live, column);
}

QString cellToolTip(const ViewState& state, const LiveRow& live, RowColumn column)
{
    const View& view = *state.view();
    if (isBytes(column))
        return tr("%1 B").arg(grouped(*columnNumber(view, live, column)));
    if (column == RowColumn::Lifetime)
        return tr("%1, live for %2 of %3")
            .arg(lifetimeText(view, live.row), grouped(view.rows.end[live.row].value - view.rows.start[live.row].value),
                 grouped(view.axis.count));
    const bool isLong = isMonospace(column) && column != RowColumn::Offset && column != RowColumn::Opcode;
    if (column == RowColumn::Source)
        return sourceLines(state.facts().of(live.row));
    return isLong ? displayText(state, live, column) : QString();
}

} // namespace tidemark::ui
