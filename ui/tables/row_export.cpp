#include "ui/tables/row_export.h"

#include "core/report/row_table.h"

namespace tidemark::ui {

void writeCsv(std::ostream& out, const RowExport& rows)
{
    const auto writer = makeTableWriter(out, TableFormat::Csv, rowColumns());
    writeRows(*rows.view, rows.rows, rows.meanings.get(), *writer);
    writer->finish();
}

} // namespace tidemark::ui
