#include "ui/pages/runs/run_grid.h"

#include "core/tenstorrent/train/levels.h"

#include <QCoreApplication>

#include <cmath>
#include <map>

namespace tidemark::ui {
namespace {

struct RunGridText {
    Q_DECLARE_TR_FUNCTIONS(Runs)
};

} // namespace

std::vector<Grid::Column> phaseColumns()
{
    constexpr int kWideTitle = 112;
    const auto tr = [](const char* words) { return RunGridText::tr(words); };
    std::vector<Grid::Column> columns = {
        {"phase", tr("Phase"), tr("Part between two snapshots, as named by the training script"), false,
         gridNameColumn(), true},
        {"segment_peak_bytes", tr("Segment peak"), tr("Peak inside the phase, above the level before it"), false,
         gridNumberColumn()},
        {"allocations_bytes", tr("Allocated"), tr("Total allocations of the phase"), false, gridNumberColumn()},
        {"deallocations_bytes", tr("Freed"), tr("All that the phase frees"), false, gridNumberColumn()},
        {"segment_change_bytes", tr("Change"), tr("Allocated minus freed"), true, gridNumberColumn()},
        {"cumulative_peak_bytes", tr("Peak so far"), tr("Peak since the capture began"), false, gridNumberColumn()},
        {"cumulative_bytes", tr("In use"), tr("After the phase"), false, gridNumberColumn()},
        {"l1_peak_bytes", tr("L1 peak"), tr("Circular buffers and buffers together, of the worst core"), false,
         gridNumberColumn()},
        {"l1_circular_buffers_bytes", tr("L1 circular"), tr("Peak of circular buffers, of the worst core"), false,
         gridNumberColumn(1)},
        {"l1_buffers_bytes", tr("L1 buffers"), tr("Peak of buffers in L1, of the worst core"), false,
         gridNumberColumn(2)},
    };
    columns[1].header.width = kWideTitle;
    return columns;
}

Grid phaseGrid(const tt::Run& run)
{
    Grid grid;
    grid.columns = phaseColumns();
    for (const tt::Phase& phase : run.phases)
        grid.rows.push_back({gridCell(phase.name), gridCell(phase.segmentPeak), gridCell(phase.allocations),
                             gridCell(phase.deallocations), gridCell(phase.change), gridCell(phase.cumulativePeak),
                             gridCell(phase.cumulative), gridCell(phase.l1Total), gridCell(phase.l1Circular),
                             gridCell(phase.l1Buffers)});
    const tt::Levels levels = tt::dramLevels(run);
    if (levels.peak && !run.phases.empty())
        grid.marked = levels.peakPhase;
    return grid;
}

std::vector<Grid::Column> runColumns()
{
    const auto tr = [](const char* words) { return RunGridText::tr(words); };
    Grid::Column failures{"failed_checks", tr("Failed"),
                          tr("Number of failed checks of its phases"), false,
                          gridNumberColumn(1)};
    failures.isCount = true;
    return {
        {"run", tr("Run"), tr("The title before its summary"), false, gridNameColumn()},
        {"peak_bytes", tr("Peak"), tr("From the totals of the run"), false, gridNumberColumn()},
        {"change_bytes", tr("Change"), tr("Change of the peak since the previous run"), true, gridNumberColumn()},
        {"headroom_bytes", tr("Headroom"), tr("Free device memory at the peak; below 0 the run does not fit"), true,
         gridNumberColumn(), false, true},
        {"model_bytes", tr("Model"), tr("As the bar shows it"), false, gridNumberColumn(2)},
        {"optimizer_bytes", tr("Optimizer"), tr("As the bar shows it"), false, gridNumberColumn(3)},
        {"activations_bytes", tr("Activations"), tr("Left by a forward pass"), false, gridNumberColumn()},
        {"gradients_overhead_bytes", tr("Overhead"), tr("Peak inside the backward pass, above the level before it"),
         false, gridNumberColumn(1)},
        {"other_bytes", tr("Other"), tr("Rest of the peak"), false, gridNumberColumn(4)},
        {"git_commit", tr("Commit"), tr("Commit that CI ran"), false, gridNumberColumn(5), true},
        failures,
    };
}

Grid runGrid(const RunList& list)
{
    Grid grid;
    grid.columns = runColumns();
    std::map<std::string, std::int64_t> before; // by model for exports of CI; one entry for all others
    std::optional<std::int64_t> most;
    for (const ListedRun& run : list.runs) {
        const auto& layers = run.bar.layers;
        // A layer that no phase reports is unknown, although it adds nothing to the bar.
        const auto layer = [&](std::size_t i, const tt::Component& of) {
            return run.bar.total && (layers[i] != 0 || of.actual)
                ? GridCell(static_cast<std::int64_t>(std::llround(layers[i])))
                : GridCell();
        };
        const tt::Components& all = run.judged.components;
        const auto& total = run.bar.total;
        const std::string series = run.time ? run.judged.run->title() : std::string();
        const auto last = before.find(series);
        const auto device = run.judged.knownDevice();
        const GridCell headroom
            = total && device ? GridCell(std::int64_t{std::llround(*device)} - run.bar.needed) : GridCell();
        grid.rows.push_back({run.name.toStdString(), gridCell(total),
                             total && last != before.end() ? GridCell(*total - last->second) : GridCell(),
                             headroom, layer(1, all.model),
                             layer(3, all.optimizer), layer(4, all.activations), layer(2, all.overhead),
                             layer(0, all.other),
                             run.judged.run->exported ? gridCell(run.judged.run->exported->commit) : GridCell(),
                             GridCell(run.failedChecks)});
        if (total)
            before[series] = *total;
        if (total && (!most || *total > *most)) {
            most = total;
            grid.marked = grid.rows.size() - 1;
        }
    }
    return grid;
}

} // namespace tidemark::ui
