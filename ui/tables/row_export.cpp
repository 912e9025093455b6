#include "ui/tables/row_export.h"

#include "core/report/row_table.h"

namespace tidemark::ui {

Result<void> writeCsv(std::ostream& out, const RowExport& rows, const Progress& progress)
{
    std::shared_ptr<const RowMeanings> meanings = rows.meanings;
    if (!meanings && rows.view->meanings) {
        auto found = meaningsOrBuiltIn(*rows.view, rows.rules, progress); // as in the table
        if (!found)
            return found.error();
        meanings = std::move(found->meanings);
    }
    const auto writer = makeTableWriter(out, TableFormat::Csv, rowColumns());
    writeRows(*rows.view, rows.rows, meanings.get(), *writer);
    writer->finish();
    return {};
}

} // namespace tidemark::ui
