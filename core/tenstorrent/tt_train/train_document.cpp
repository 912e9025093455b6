#include "core/tenstorrent/tt_train/train_document.h"

#include "core/base/characters.h"
#include "core/tenstorrent/tt_train/run_view.h"
#include "core/view/choice.h"

#include <algorithm>

namespace tidemark::tt {
namespace {

/// The time of a CI export; 0 for logs, which therefore come first.
std::int64_t timeOf(const RunsOfFile& file)
{
    return !file.runs.list.empty() && file.runs.list.front().exported ? file.runs.list.front().exported->time : 0;
}

/// Returns whether the line before a summary is the progress of a training and no title: "Step: 1, Loss: 4.71875".
bool isProgress(std::string line)
{
    std::ranges::transform(line, line.begin(), toLower);
    return line.starts_with("step") || line.starts_with("epoch") || line.find("loss:") != std::string::npos
        || line.find("loss=") != std::string::npos;
}

} // namespace

TrainDocument::TrainDocument(std::vector<RunsOfFile> files, Warnings warnings)
    : ListedDocument(kKind, {"run", "runs", "memory", "rank"}, std::move(warnings))
{
    m_catalogue.unusedReason = "the log has no number of it";
    m_memories = {"DRAM", "L1"};
    std::vector<std::pair<std::int64_t, FileId>> order;
    for (RunsOfFile& file : files)
        order.emplace_back(timeOf(file), addFile(std::move(file.entry), file.runs.warnings));
    std::ranges::stable_sort(order, {}, [](const auto& each) { return each.first; });
    for (const auto& [time, file] : order)
        addRuns(files[file.index()].runs.list, file);
    if (std::ranges::all_of(m_programs, [](const Program& program) { return program.run->rank.empty(); }))
        m_catalogue.words.source = "file";
    m_catalogue.sortSources();
}

void TrainDocument::addRuns(std::vector<Run>& runs, FileId file)
{
    std::map<std::string, int> named; // number of runs with each title
    for (const Run& run : runs)
        ++named[run.title()];
    const std::size_t first = m_programs.size();
    std::shared_ptr<const Run> counted;
    for (Run& run : runs) {
        const std::string line = "line " + std::to_string(run.line);
        const bool isNamed = !run.name.empty() && !isProgress(run.name);
        const std::string title = isNamed || run.device ? run.title() : "run at " + line;
        ProgramEntry program;
        program.file = file;
        program.source = sourceOf(file, run.rank);
        program.name = named[title] > 1 ? title + ", " + line : title;
        addProgram(std::move(program), outlineOf(run), run.warnings);
        m_programs.push_back({std::make_shared<const Run>(std::move(run)), nullptr});
        if (!counted && m_programs.back().run->parameters)
            counted = m_programs.back().run;
    }
    for (std::size_t i = first; i < m_programs.size(); ++i)
        m_programs[i].counted = counted;
}

Result<std::shared_ptr<const View>> TrainDocument::view(const Selection& selection, const Progress&) const
{
    const Program& program = m_programs[selection.program.index()];
    if (!outline(selection.program).uses(selection.memory))
        return unusedMemory(*this, {selection.program}, selection.memory);
    return makeRunView(program.run, program.counted, selection.memory, m_catalogue.fileOf(selection.program),
                       m_catalogue.programs[selection.program.index()]);
}

Figures TrainDocument::figures(const Selection& selection, const Device* chosen, const GivenSizes& given) const
{
    const Program& program = m_programs[selection.program.index()];
    return figuresOf(*program.run, program.counted.get(), levelsOf(*program.run, selection.memory), selection.memory,
                     chosen, sizesOf(given));
}

} // namespace tidemark::tt
