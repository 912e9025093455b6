#include "core/oom/report_view.h"

#include "core/base/text.h"
#include "core/oom/explain_report.h"
#include "core/oom/oom_memory.h"
#include "core/oom/report_advice.h"
#include "core/oom/report_figures.h"
#include "core/oom/report_rows.h"

namespace tidemark::oom {
namespace {

/// The data that the callbacks of a view use.
struct ShownReport {
    std::shared_ptr<const Report> report;
    std::shared_ptr<const ReportRows> rows;
    std::int64_t level = 0;
};

} // namespace

std::shared_ptr<const View> makeReportView(const std::shared_ptr<const Report>& report, const FileEntry& file,
                                           const ProgramEntry& program)
{
    auto shown = std::make_shared<ShownReport>();
    shown->report = report;
    shown->rows = std::make_shared<const ReportRows>(report);
    shown->level = shown->rows->count() > 0 ? shown->rows->sum() : askedBytes(*report).value_or(0);

    const MemoryName memory = memoryOf(*report);
    auto view = std::make_shared<View>();
    view->path = file.path;
    view->program = view->programText = validUtf8(program.name);
    view->memory = memory.number;
    view->memoryName = memory.name;
    view->memoryText = memory.text;
    view->axis.kind = AxisKind::None;
    view->axis.cell = "message";
    view->curves = {{CurveRole::Level, "Listed", {&shown->level, 1}, Hue::Temporary}};
    view->isPeakLeast = !report->needed;
    view->rows = ReportRows::tableOf(shown->rows);
    view->platform = platformOf(*report);
    view->figures = [shown](const Device* chosen) { return figuresOf(*shown->report, shown->rows->parts(), chosen); };
    const bool isDeviceMemory = view->platform != Platform::Unknown && memory.number == 0;
    view->findings = [shown, rows = view->rows, platform = view->platform, isDeviceMemory](const Figures& figures,
                                                                                           const Progress&) {
        const Room room{figures.capacity.bytes, 0, isDeviceMemory, platform};
        return Result<std::vector<Finding>>(advise(*shown->report, *shown->rows, rows, room));
    };
    view->explain = [shown, rows = view->rows](const Figures& figures, const Progress&) {
        Explanation explanation = explainReport(*shown->report, *shown->rows, rows);
        describeRecorded(figures, explanation);
        return Result<Explanation>(std::move(explanation));
    };
    view->checks = [shown] { return shown->report->checks; };
    if (const std::size_t count = shown->rows->withoutSize(); count > 0)
        view->problems.addNamed("allocations-without-size",
                                "The message lists " + counted(count, "allocation")
                                    + " without a size; they are only in its text.");
    view->memoryUse = report->text.size() + report->allocations.size() * sizeof(Allocation);
    view->owner = shown;
    return view;
}

} // namespace tidemark::oom
