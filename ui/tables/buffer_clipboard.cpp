#include "ui/tables/buffer_clipboard.h"

#include "core/xla/programs/buffer_table.h"

#include <QAbstractItemModel>
#include <QClipboard>
#include <QCoreApplication>
#include <QGuiApplication>

namespace tidemark::ui {

QString rowsAsText(const QList<QModelIndex>& rows, const QList<int>& columns, int role)
{
    if (rows.isEmpty())
        return {};
    const QAbstractItemModel* model = rows.front().model();
    QStringList lines;
    QStringList cells;
    for (const int column : columns)
        cells << model->headerData(column, Qt::Horizontal).toString();
    lines << cells.join(u'\t');
    for (const QModelIndex& row : rows) {
        cells.clear();
        for (const int column : columns) {
            QString cell = row.siblingAtColumn(column).data(role).toString();
            cells << cell.replace(u'\t', u' ').replace(u'\n', u' ');
        }
        lines << cells.join(u'\t');
    }
    return lines.join(u'\n') + u'\n';
}

QString detailsAsText(const ViewState& state, const BufferFacts& facts, std::uint32_t row)
{
    const BufferDetails& details = facts.of(row);
    const BufferCell cell{state, facts, {RowId(row), 0}};
    QStringList lines = {QString::fromStdString(details.name)};
    for (const BufferColumn column :
         {BufferColumn::Size, BufferColumn::Unpadded, BufferColumn::Shape, BufferColumn::Type, BufferColumn::Opcode,
          BufferColumn::Lifetime, BufferColumn::Allocation, BufferColumn::Offset, BufferColumn::OpName}) {
        QString value = cellText(cell, column);
        if (value.isEmpty())
            continue;
        if (column == BufferColumn::Size || column == BufferColumn::Unpadded)
            value += QStringLiteral(" (%1 B)").arg(plainText(cell, column));
        lines << columnTitle(column) + QStringLiteral(": ") + value;
    }
    if (!details.sourceFile.empty())
        lines << columnTitle(BufferColumn::Source)
                + QStringLiteral(": %1:%2").arg(QString::fromStdString(details.sourceFile)).arg(details.sourceLine);
    for (const std::string& frame : details.stack)
        lines << QStringLiteral("    ") + QString::fromStdString(frame);
    return lines.join(u'\n') + u'\n';
}

void writeCsv(std::ostream& out, const SpaceTimeline& timeline, std::span<const LiveRow> rows)
{
    const auto writer = makeTableWriter(out, TableFormat::Csv, bufferColumns());
    writeBuffers(timeline, rows, *writer);
    writer->finish();
}

void copyText(const QString& text)
{
    QGuiApplication::clipboard()->setText(text);
}

} // namespace tidemark::ui
