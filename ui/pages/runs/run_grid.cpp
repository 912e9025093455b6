#include "ui/pages/runs/run_grid.h"

#include "core/report/table.h"
#include "core/tenstorrent/train/levels.h"

#include <QCoreApplication>

#include <cmath>
#include <map>

namespace tidemark::ui {
namespace {

struct RunGridText {
    Q_DECLARE_TR_FUNCTIONS(Runs)
};

template <class Value>
RunCell known(const std::optional<Value>& value)
{
    return value ? RunCell(*value) : RunCell();
}
RunCell known(const std::string& words)
{
    return words.empty() ? RunCell() : RunCell(words);
}

constexpr int kBytesWidth = 96;

ColumnHeader::Column nameColumn()
{
    ColumnHeader::Column column;
    column.width = 320;
    column.isShown = column.isShownNarrow = column.isFixed = true;
    column.givesWay = true;
    return column;
}

/// `ifRoom`: as ColumnHeader's.
ColumnHeader::Column bytesColumn(int ifRoom = 0)
{
    ColumnHeader::Column column;
    column.width = kBytesWidth;
    column.isShown = column.isShownNarrow = ifRoom == 0;
    column.ifRoom = ifRoom;
    return column;
}

} // namespace

std::vector<RunGrid::Column> phaseColumns()
{
    const auto tr = [](const char* words) { return RunGridText::tr(words); };
    return {
        {"phase", tr("Phase"), tr("Between two snapshots, as the training script calls it"), false, nameColumn()},
        {"segment_peak_bytes", tr("Segment peak"), tr("The most inside the phase, above what there was before"), false,
         bytesColumn()},
        {"allocations_bytes", tr("Allocated"), tr("All that the phase allocates"), false, bytesColumn()},
        {"deallocations_bytes", tr("Freed"), tr("All that the phase frees"), false, bytesColumn()},
        {"segment_change_bytes", tr("Change"), tr("What it allocates less what it frees"), true, bytesColumn()},
        {"cumulative_peak_bytes", tr("Peak so far"), tr("The most since the capture began"), false, bytesColumn()},
        {"cumulative_bytes", tr("In use"), tr("After the phase"), false, bytesColumn()},
        {"l1_peak_bytes", tr("L1 peak"), tr("Circular buffers and buffers together, of the worst core"), false,
         bytesColumn()},
        {"l1_circular_buffers_bytes", tr("L1 circular"), tr("Peak of circular buffers, of the worst core"), false,
         bytesColumn(1)},
        {"l1_buffers_bytes", tr("L1 buffers"), tr("Peak of buffers in L1, of the worst core"), false, bytesColumn(2)},
    };
}

RunGrid phaseGrid(const tt::Run& run)
{
    RunGrid grid{phaseColumns(), {}, std::nullopt};
    for (const tt::Phase& phase : run.phases)
        grid.rows.push_back({known(phase.name), known(phase.segmentPeak), known(phase.allocations),
                             known(phase.deallocations), known(phase.change), known(phase.cumulativePeak),
                             known(phase.cumulative), known(phase.l1Total), known(phase.l1Circular),
                             known(phase.l1Buffers)});
    const tt::Levels levels = tt::dramLevels(run);
    if (levels.peak && !run.phases.empty())
        grid.marked = levels.peakPhase;
    return grid;
}

std::vector<RunGrid::Column> runColumns()
{
    const auto tr = [](const char* words) { return RunGridText::tr(words); };
    return {
        {"run", tr("Run"), tr("The title before its summary"), false, nameColumn()},
        {"peak_bytes", tr("Peak"), tr("As the run's totals tell"), false, bytesColumn()},
        {"change_bytes", tr("Change"), tr("Of the peak, since the run before"), true, bytesColumn()},
        {"headroom_bytes", tr("Headroom"), tr("Of the device; below 0 the run does not fit"), true, bytesColumn()},
        {"model_bytes", tr("Model"), tr("As the bar shows it"), false, bytesColumn(2)},
        {"optimizer_bytes", tr("Optimizer"), tr("As the bar shows it"), false, bytesColumn(3)},
        {"activations_bytes", tr("Activations"), tr("What a forward pass leaves"), false, bytesColumn()},
        {"gradients_overhead_bytes", tr("Overhead"), tr("The peak inside the backward pass, above what is before it"),
         false, bytesColumn(1)},
        {"other_bytes", tr("Other"), tr("What the peak has beyond these"), false, bytesColumn(4)},
        {"git_commit", tr("Commit"), tr("That CI ran"), false, bytesColumn(5)},
    };
}

RunGrid runGrid(const RunList& list)
{
    RunGrid grid{runColumns(), {}, std::nullopt};
    std::map<std::string, std::int64_t> before; // of each model that CI kept, of all others together
    std::optional<std::int64_t> most;
    for (const ListedRun& run : list.runs) {
        const auto& layers = run.bar.layers;
        // What no phase tells is not known, though it adds nothing to the bar.
        const auto layer = [&](std::size_t i, const tt::Component& of) {
            return run.bar.total && (layers[i] != 0 || of.actual)
                ? RunCell(static_cast<std::int64_t>(std::llround(layers[i])))
                : RunCell();
        };
        const tt::Components& all = run.judged.components;
        const auto& total = run.bar.total;
        const std::string series = run.time ? run.judged.run->title() : std::string();
        const auto last = before.find(series);
        const auto left = [&] { return std::llround(run.judged.deviceMemory) - run.bar.needed; };
        grid.rows.push_back({run.name.toStdString(), known(total),
                             total && last != before.end() ? RunCell(*total - last->second) : RunCell(),
                             total ? RunCell(static_cast<std::int64_t>(left())) : RunCell(), layer(1, all.model),
                             layer(3, all.optimizer), layer(4, all.activations), layer(2, all.overhead),
                             layer(0, all.other),
                             run.judged.run->exported ? known(run.judged.run->exported->commit) : RunCell()});
        if (total)
            before[series] = *total;
        if (total && (!most || *total > *most)) {
            most = total;
            grid.marked = grid.rows.size() - 1;
        }
    }
    return grid;
}

void writeGrid(std::ostream& out, const RunGrid& grid)
{
    std::vector<TableColumn> columns;
    for (std::size_t i = 0; i < grid.columns.size(); ++i)
        columns.push_back({grid.columns[i].id, grid.isBytes(i)});
    const auto writer = makeTableWriter(out, TableFormat::Csv, std::move(columns));
    for (const std::vector<RunCell>& row : grid.rows) {
        std::vector<Cell> cells;
        for (const RunCell& cell : row)
            cells.push_back(std::visit([](const auto& value) { return Cell(value); }, cell));
        writer->row(std::move(cells));
    }
    writer->finish();
}

} // namespace tidemark::ui
