#include "core/link/planned_run.h"

#include "core/base/text.h"
#include "core/history/history_document.h"
#include "core/view/figure_list.h"
#include "core/xla/programs/xla_document.h"

#include <algorithm>
#include <map>

namespace tidemark {
namespace {

/// The document of a kind that has the file. Null: there is none.
std::shared_ptr<const Document> documentOf(const Documents& documents, std::string_view kind, const std::string& path)
{
    for (const auto& document : documents)
        if (document->catalogue().kind == kind
            && std::ranges::find(document->catalogue().files, path, &FileEntry::path)
                != document->catalogue().files.end())
            return document;
    return nullptr;
}

/// A compiled program that ran in a recording.
struct PlannedRun {
    std::string name; // "jit_conv_train(100)"
    std::int64_t arguments = 0;
    std::int64_t temporaries = 0; // with fragmentation
    std::int64_t total = 0;
};

std::optional<PlannedRun> plannedRun(const Document& document, ProgramId program, const std::string& name)
{
    constexpr std::int64_t kHbm = 0;
    const auto view = document.view({program, kHbm}, {});
    if (!view)
        return std::nullopt;
    const Figures figures = (*view)->figures(nullptr);
    PlannedRun run;
    run.name = name;
    run.arguments = figures.bytes("arguments_bytes").value_or(0);
    run.total = figures.totalBytes;
    const std::int64_t outputs
        = figures.bytes("outputs_bytes").value_or(0) - figures.bytes("aliased_bytes").value_or(0);
    run.temporaries = std::max<std::int64_t>(run.total - run.arguments - figures.bytes("constants_bytes").value_or(0)
                                                 - std::max<std::int64_t>(outputs, 0),
                                             0);
    return run;
}

/// The program that ran at the peak; if none did, the one that needs most of those that ran.
std::optional<PlannedRun> runAtPeak(const View& view, const Document& plans)
{
    std::optional<PlannedRun> found;
    std::vector<std::string> tried;
    for (const Mark& mark : view.marks) {
        if (std::ranges::find(tried, mark.name) != tried.end())
            continue;
        tried.push_back(mark.name);
        const auto& programs = plans.catalogue().programs;
        const auto program = std::ranges::find(programs, mark.name, &ProgramEntry::fullName);
        if (program == programs.end())
            continue;
        const bool isAtPeak = std::ranges::any_of(view.marks, [&](const Mark& each) {
            return each.name == mark.name && each.begin <= view.peakStep && view.peakStep < each.end;
        });
        auto run = plannedRun(plans, ProgramId::at(static_cast<std::size_t>(program - programs.begin())), mark.name);
        if (run && isAtPeak)
            return run;
        if (run && (!found || run->total > found->total))
            found = std::move(run);
    }
    return found;
}

/// "TPU 0 has 5,307,538,688 B, 3 others 5,306,971,392 B" if allocators whose names differ only in a number have
/// different peaks.
std::string differingPeaks(const View& view, const Document& histories)
{
    const auto isDigit = [](char c) { return c >= '0' && c <= '9'; };
    const auto kindOf = [&](std::string name) {
        std::erase_if(name, isDigit);
        return name;
    };
    std::map<std::int64_t, std::vector<std::string>> names; // by peak
    const auto& programs = histories.catalogue().programs;
    for (std::size_t i = 0; i < programs.size(); ++i) {
        const ProgramId program = ProgramId::at(i);
        if (histories.catalogue().fileOf(program).path != view.path || view.axis.count == 1)
            continue;
        for (const MemoryOutline& memory : histories.outline(program).memories)
            if (memory.peakBytes && kindOf(memory.text) == kindOf(view.memoryText))
                names[*memory.peakBytes].push_back(memory.text);
    }
    if (names.size() < 2)
        return {};
    std::vector<std::pair<std::int64_t, std::vector<std::string>>> groups(names.begin(), names.end());
    std::ranges::stable_sort(groups, {}, [](const auto& group) { return group.second.size(); });
    constexpr std::size_t kMostNamed = 3;
    std::string text;
    for (const auto& [peak, those] : groups)
        addTo(text, "; ",
              (those.size() > kMostNamed ? counted(those.size(), "other") : joined(those, ", ")) + ": "
                  + groupedNumber(peak) + " B");
    return text;
}

} // namespace

Figures withPlannedRun(Figures figures, const View& view, const Documents& openedTogether)
{
    const auto histories = documentOf(openedTogether, history::HistoryDocument::kKind, view.path);
    const bool isOfHistory = histories && figures.find("events");
    if (!isOfHistory)
        return figures;
    FigureList list;
    if (const std::string text = differingPeaks(view, *histories); !text.empty())
        list.text("differing_peaks", text);
    const auto plans = documentOf(openedTogether, xla::XlaDocument::kKind, view.path);
    const auto run = plans ? runAtPeak(view, *plans) : std::nullopt;
    if (run) {
        std::int64_t stack = 0;
        for (const LiveRow& live : view.rows.live(view.peakStep))
            if (view.rows.kindOf(live.row).id == "reserved")
                stack += view.rows.size[live.row];
        const std::int64_t heap = figures.peakBytes - stack;
        list.text("planned_program", run->name);
        list.bytes("heap_bytes", heap, "Heap");
        list.bytes("planned_arguments_bytes", run->arguments, "Planned arguments").remarks
            = {{"of " + run->name, std::nullopt, std::nullopt}};
        list.bytes("stack_bytes", stack, "Reserve");
        list.bytes("planned_temporaries_bytes", run->temporaries, "Planned temporaries").remarks
            = {{"with fragmentation", std::nullopt, std::nullopt}};
        list.bytes("unplanned_bytes", std::max<std::int64_t>(figures.peakBytes - run->total, 0),
                   "Not explained by a plan");
    }
    int line = 0;
    for (const Figure& figure : figures.list)
        line = std::max(line, figure.line);
    for (Figure& figure : list.take()) {
        figure.line += figure.line > 0 ? line : 0;
        figures.list.push_back(std::move(figure));
    }
    return figures;
}

} // namespace tidemark
