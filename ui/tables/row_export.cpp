#include "ui/tables/row_export.h"

#include "core/report/row_table.h"

namespace tidemark::ui {

void writeCsv(std::ostream& out, const RowExport& rows, const Progress& progress)
{
    std::shared_ptr<const RowMeanings> meanings = rows.meanings;
    if (!meanings && rows.view->meanings)
        if (auto result = rows.view->meanings(progress))
            meanings = std::move(*result);
    const auto writer = makeTableWriter(out, TableFormat::Csv, rowColumns());
    writeRows(*rows.view, rows.rows, meanings.get(), *writer);
    writer->finish();
}

} // namespace tidemark::ui
