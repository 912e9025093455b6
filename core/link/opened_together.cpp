#include "core/link/opened_together.h"

#include "core/base/text.h"
#include "core/history/history_document.h"
#include "core/link/message_limit.h"
#include "core/link/recorded_failure.h"
#include "core/view/figures.h"
#include "core/xla/programs/xla_document.h"

#include <algorithm>
#include <map>
#include <span>

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

/// The program that ran at the peak; if none did, the one that needs most of those that ran. Programs of the view's own
/// file count: other workers may have other plans of the same name.
std::optional<PlannedRun> runAtPeak(const View& view, const Document& plans)
{
    constexpr std::size_t kMostDecoded = 20; // of those that did not run at the peak
    std::map<std::string, ProgramId> programs;
    for (const ProgramId program : allPrograms(plans))
        if (plans.catalogue().fileOf(program).path == view.path)
            programs.emplace(plans.catalogue().programs[program.index()].fullName(), program);
    std::map<std::string, ProgramId> ran;
    for (const Mark& mark : view.marks) {
        const auto program = programs.find(mark.name);
        if (program == programs.end())
            continue;
        if (mark.begin <= view.peakStep && view.peakStep < mark.end)
            return plannedRun(plans, program->second, mark.name);
        ran.insert(*program);
    }
    std::optional<PlannedRun> found;
    for (const auto& [name, program] : ran) {
        if (ran.size() > kMostDecoded)
            break;
        auto run = plannedRun(plans, program, name);
        if (run && (!found || run->total > found->total))
            found = std::move(run);
    }
    return found;
}

/// "TPU 0 4.21 GiB; 3 others 4.94 GiB", the smallest groups first, if allocators whose names differ only in a number
/// have different peaks. In bytes, if their rounded peaks are the same.
std::string differingPeaks(const View& view, const Document& histories)
{
    std::map<std::int64_t, std::vector<std::string>> names; // by peak
    for (const ProgramId program : allPrograms(histories)) {
        if (histories.catalogue().fileOf(program).path != view.path)
            continue;
        for (const MemoryOutline& memory : histories.outline(program).memories)
            if (memory.peakBytes && withoutNumbers(memory.text) == withoutNumbers(view.memoryText))
                names[*memory.peakBytes].push_back(memory.text);
    }
    if (names.size() < 2)
        return {};
    const bool isRoundedEnough = bytesText(names.begin()->first) != bytesText(names.rbegin()->first);
    const auto amountOf
        = [&](std::int64_t bytes) { return isRoundedEnough ? bytesText(bytes) : groupedNumber(bytes) + " B"; };
    struct Group {
        std::string amount;
        std::vector<std::string> names;
    };
    std::vector<Group> groups;
    for (const auto& [peak, those] : names) {
        if (groups.empty() || groups.back().amount != amountOf(peak))
            groups.push_back({amountOf(peak), {}});
        groups.back().names.insert(groups.back().names.end(), those.begin(), those.end());
    }
    std::ranges::stable_sort(groups, {}, [](const Group& group) { return group.names.size(); });
    constexpr std::size_t kMostGroups = 3;
    constexpr std::size_t kMostNamed = 3;
    std::string text;
    for (std::size_t i = 0; i < groups.size() && i < kMostGroups; ++i) {
        const std::vector<std::string>& those = groups[i].names;
        const bool areOthers = i + 1 == groups.size() && those.size() > kMostNamed;
        const std::string few = joined(std::span(those).first(std::min(kMostNamed, those.size())), ", ");
        const std::string who = areOthers ? counted(those.size(), "other") : few + andMore(those.size(), kMostNamed);
        addTo(text, "; ", who + " " + groups[i].amount);
    }
    if (groups.size() > kMostGroups)
        text += "; " + counted(groups.size() - kMostGroups, "other peak") + " from " + amountOf(names.begin()->first)
            + " to " + amountOf(names.rbegin()->first);
    return text;
}

/// The figures of a recorded memory, with the plan of the program that ran at its peak, if `openedTogether` has the
/// plan in the same file (an XSpace holds both). The compiler plans arguments, which are on the allocator's heap, and
/// temporaries, for which the allocator keeps a reserve (its "stack"). Figures: planned_program, heap_bytes,
/// planned_arguments_bytes, stack_bytes, planned_temporaries_bytes, and unplanned_bytes, which is the rest of the heap
/// and of the reserve. If allocators of the same kind have other peaks, `differing_peaks` says which. Other views are
/// returned as they are. Cost: decodes the plan.
Figures withPlannedRun(Figures figures, const View& view, const Documents& openedTogether)
{
    const auto histories = documentOf(openedTogether, history::HistoryDocument::kKind, view.path);
    if (!view.isHistory || !histories)
        return figures;
    FigureList list;
    if (const std::string text = view.axis.count > 1 ? differingPeaks(view, *histories) : std::string(); !text.empty())
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
        const std::int64_t explained
            = std::min(heap, run->total - run->temporaries) + std::min(stack, run->temporaries);
        list.bytes("unplanned_bytes", figures.peakBytes - explained, "Not explained by a plan");
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

} // namespace

Figures withOpenedTogether(Figures figures, const View& view, const Documents& openedTogether)
{
    figures = withRecordedFailure(std::move(figures), view, openedTogether);
    return withPlannedRun(withMessageLimit(std::move(figures), view, openedTogether), view, openedTogether);
}

Figures withOpenedTogether(const Viewed& viewed, const Device* chosen)
{
    return withOpenedTogether(viewed.view->figures(chosen), *viewed.view, viewed.openedTogether);
}

} // namespace tidemark
