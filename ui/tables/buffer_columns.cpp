#include "ui/tables/buffer_columns.h"

#include "core/xla/programs/breakdown.h"
#include "ui/session/document.h"
#include "ui/state/grouped.h"

#include <QCoreApplication>

namespace tidemark::ui {
namespace {

QString tr(const char* text)
{
    return QCoreApplication::translate("tidemark::ui::BufferModel", text);
}

/// The bytes of a column that holds some.
std::optional<std::int64_t> bytesOf(const BufferCell& cell, BufferColumn column)
{
    const BufferRow& row = cell.row();
    if (column == BufferColumn::Size)
        return row.size;
    if (column == BufferColumn::Padding)
        return row.size - row.unpadded;
    if (column == BufferColumn::Unpadded)
        return row.unpadded;
    if (column == BufferColumn::Overlap)
        return cell.live.overlap;
    return std::nullopt;
}

} // namespace

QString columnTitle(BufferColumn column)
{
    switch (column) {
    case BufferColumn::Name:
        return tr("Name");
    case BufferColumn::Size:
        return tr("Size");
    case BufferColumn::Padding:
        return tr("Padding");
    case BufferColumn::Type:
        return tr("Type");
    case BufferColumn::Shape:
        return tr("Shape");
    case BufferColumn::Lifetime:
        return tr("Lifetime");
    case BufferColumn::Source:
        return tr("Source");
    case BufferColumn::OpName:
        return tr("Op name");
    case BufferColumn::Unpadded:
        return tr("Unpadded");
    case BufferColumn::Layout:
        return tr("Layout");
    case BufferColumn::Opcode:
        return tr("Opcode");
    case BufferColumn::Offset:
        return tr("Offset");
    case BufferColumn::Born:
        return tr("Born");
    case BufferColumn::Freed:
        return tr("Freed");
    case BufferColumn::Id:
        return tr("Id");
    case BufferColumn::Allocation:
        return tr("Allocation");
    case BufferColumn::Overlap:
        return tr("Overlap");
    }
    return {};
}

QString columnHelp(BufferColumn column)
{
    switch (column) {
    case BufferColumn::Padding:
        return tr("Bytes that the layout adds to the array's own");
    case BufferColumn::Type:
        return tr("The kind of allocation that holds the buffer");
    case BufferColumn::Offset:
        return tr("Address inside its allocation");
    case BufferColumn::Born:
        return tr("The step that allocates it");
    case BufferColumn::Freed:
        return tr("The first step at which it is gone");
    case BufferColumn::Overlap:
        return tr("The part of its memory that an earlier row already counts: it is re-used in place");
    case BufferColumn::Name:
    case BufferColumn::Size:
    case BufferColumn::Shape:
    case BufferColumn::Lifetime:
    case BufferColumn::Source:
    case BufferColumn::OpName:
    case BufferColumn::Unpadded:
    case BufferColumn::Layout:
    case BufferColumn::Opcode:
    case BufferColumn::Id:
    case BufferColumn::Allocation:
        break;
    }
    return {};
}

bool isNumber(BufferColumn column)
{
    switch (column) {
    case BufferColumn::Size:
    case BufferColumn::Padding:
    case BufferColumn::Unpadded:
    case BufferColumn::Offset:
    case BufferColumn::Born:
    case BufferColumn::Freed:
    case BufferColumn::Id:
    case BufferColumn::Allocation:
    case BufferColumn::Overlap:
        return true;
    case BufferColumn::Name:
    case BufferColumn::Type:
    case BufferColumn::Shape:
    case BufferColumn::Lifetime:
    case BufferColumn::Source:
    case BufferColumn::OpName:
    case BufferColumn::Layout:
    case BufferColumn::Opcode:
        break;
    }
    return false;
}

bool isSize(BufferColumn column)
{
    return column == BufferColumn::Size || column == BufferColumn::Padding || column == BufferColumn::Unpadded
        || column == BufferColumn::Overlap;
}

bool isMonospace(BufferColumn column)
{
    return column == BufferColumn::Name || column == BufferColumn::Shape || column == BufferColumn::Source
        || column == BufferColumn::OpName || column == BufferColumn::Layout || column == BufferColumn::Opcode
        || column == BufferColumn::Offset;
}

QString cellText(const BufferCell& cell, BufferColumn column)
{
    if (const auto bytes = bytesOf(cell, column))
        return cell.state.bytes(*bytes);
    const BufferRow& row = cell.row();
    const BufferDetails& details = cell.details();
    switch (column) {
    case BufferColumn::Name:
        return text(details.name);
    case BufferColumn::Type:
        return text(kindLabel(details.kind));
    case BufferColumn::Shape:
        return text(details.shape);
    case BufferColumn::Lifetime:
        return QStringLiteral("%1–%2").arg(grouped(row.start), grouped(row.end));
    case BufferColumn::Source:
        return shortSource(details);
    case BufferColumn::OpName:
        return text(details.opName);
    case BufferColumn::Layout:
        return text(details.layout);
    case BufferColumn::Opcode:
        return text(details.opcode);
    case BufferColumn::Offset:
        return QStringLiteral("0x%1").arg(row.offset, 0, 16);
    case BufferColumn::Born:
        return grouped(row.start);
    case BufferColumn::Freed:
        return grouped(row.end);
    case BufferColumn::Id:
        return details.id ? QString::number(*details.id) : QString();
    case BufferColumn::Allocation:
        return QString::number(details.allocation.value_or(-1));
    case BufferColumn::Size:
    case BufferColumn::Padding:
    case BufferColumn::Unpadded:
    case BufferColumn::Overlap:
        break;
    }
    return {};
}

QString plainText(const BufferCell& cell, BufferColumn column)
{
    if (const auto bytes = bytesOf(cell, column))
        return QString::number(*bytes);
    const BufferRow& row = cell.row();
    if (column == BufferColumn::Offset)
        return QString::number(row.offset);
    if (column == BufferColumn::Lifetime)
        return QStringLiteral("%1–%2").arg(row.start).arg(row.end);
    if (column == BufferColumn::Born || column == BufferColumn::Freed)
        return QString::number(column == BufferColumn::Born ? row.start : row.end);
    return cellText(cell, column);
}

QVariant sortKey(const BufferCell& cell, BufferColumn column)
{
    if (const auto bytes = bytesOf(cell, column))
        return QVariant::fromValue<qlonglong>(*bytes);
    const BufferRow& row = cell.row();
    switch (column) {
    case BufferColumn::Type:
        return static_cast<int>(cell.details().kind);
    case BufferColumn::Lifetime:
    case BufferColumn::Born:
        return row.start;
    case BufferColumn::Freed:
        return row.end;
    case BufferColumn::Offset:
        return QVariant::fromValue<qlonglong>(row.offset);
    case BufferColumn::Id:
        return QVariant::fromValue<qlonglong>(cell.details().id.value_or(-1));
    case BufferColumn::Allocation:
        return QVariant::fromValue<qlonglong>(cell.details().allocation.value_or(-1));
    case BufferColumn::Name:
    case BufferColumn::Shape:
    case BufferColumn::Source:
    case BufferColumn::OpName:
    case BufferColumn::Layout:
    case BufferColumn::Opcode:
    case BufferColumn::Size:
    case BufferColumn::Padding:
    case BufferColumn::Unpadded:
    case BufferColumn::Overlap:
        break;
    }
    return cellText(cell, column);
}

QString cellToolTip(const BufferCell& cell, BufferColumn column)
{
    if (const auto bytes = bytesOf(cell, column))
        return tr("%1 B").arg(grouped(*bytes));
    if (column == BufferColumn::Lifetime)
        return tr("%1, live for %2 of %3")
            .arg(lifetimeText(cell.row()), grouped(cell.row().end - cell.row().start), grouped(cell.state.steps()));
    if (column == BufferColumn::Source && !cell.details().stack.empty()) {
        QStringList frames;
        for (const std::string& frame : cell.details().stack)
            frames << text(frame);
        return frames.join(u'\n').toHtmlEscaped().replace(u'\n', QLatin1String("<br>"));
    }
    const bool isLong = column == BufferColumn::Name || column == BufferColumn::Shape || column == BufferColumn::OpName
        || column == BufferColumn::Layout || column == BufferColumn::Source;
    return isLong ? cellText(cell, column).toHtmlEscaped() : QString();
}

} // namespace tidemark::ui
