#include "core/tenstorrent/train/train_document.h"

#include "core/base/characters.h"
#include "core/base/text.h"
#include "core/tenstorrent/train/run_figures.h"
#include "core/tenstorrent/train/run_view.h"
#include "core/view/choice.h"
#include "core/view/memory_names.h"

#include <algorithm>
#include <numeric>

namespace tidemark::tt {
namespace {

constexpr std::array<std::string_view, 2> kMemories = {"DRAM", "L1"};

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
{
    m_catalogue.kind = kKind;
    m_catalogue.words = {"run", "runs", "memory", "rank"};
    m_catalogue.warnings = std::move(warnings);
    m_catalogue.unusedReason = "the log has no number of it";
    for (RunsOfFile& file : files)
        add(file);
    std::vector<std::size_t> order(files.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::stable_sort(order, {}, [&](std::size_t i) { return timeOf(files[i]); });
    for (const std::size_t i : order)
        addRuns(files[i].runs.list, FileId::at(i));
    if (std::ranges::all_of(m_programs, [](const Program& program) { return program.run->rank.empty(); }))
        m_catalogue.words.source = "file";
    m_catalogue.sortSources();
}

SourceId TrainDocument::sourceOf(const std::string& path, const std::string& rank)
{
    const auto [found, isNew] = m_sources.try_emplace({path, rank}, SourceId::at(m_catalogue.sources.size()));
    if (isNew) {
        const std::string name = path.substr(path.find_last_of('/') + 1);
        m_catalogue.sources.push_back({validUtf8(name + framed(", rank ", rank)), {}, validUtf8(rank)});
    }
    return found->second;
}

void TrainDocument::add(RunsOfFile& file)
{
    m_catalogue.files.push_back(file.entry);
    m_catalogue.warnings.addOf(file.entry.path, file.runs.warnings);
    if (file.entry.error)
        m_catalogue.warnings.addNamed("unreadable-file", file.entry.error->message, file.entry.error->offset);
}

void TrainDocument::addRuns(std::vector<Run>& runs, FileId file)
{
    const std::string& path = m_catalogue.files[file.index()].path;
    std::map<std::string, int> named; // number of runs with each title
    for (const Run& run : runs)
        ++named[run.title()];
    const std::size_t first = m_programs.size();
    for (Run& run : runs) {
        const std::string line = "line " + std::to_string(run.line);
        const bool isNamed = !run.name.empty() && !isProgress(run.name);
        const std::string title = isNamed || run.device ? run.title() : "run at " + line;
        ProgramEntry program;
        program.file = file;
        program.source = sourceOf(path, run.rank);
        program.name = named[title] > 1 ? title + ", " + line : title;
        m_catalogue.programs.push_back(std::move(program));
        auto shared = std::make_shared<const Run>(std::move(run));
        m_programs.push_back({shared, nullptr, outlineOf(*shared)});
        if (ProgramOutline& outline = m_programs.back().outline; outline.memories.empty()) // no view shows them
            m_catalogue.warnings.addOf(path, shared->warnings);
        else
            outline.warnings = shared->warnings;
    }
    const auto counted = std::find_if(m_programs.begin() + static_cast<std::ptrdiff_t>(first), m_programs.end(),
                                      [](const Program& program) { return program.run->parameters.has_value(); });
    if (counted != m_programs.end())
        for (std::size_t i = first; i < m_programs.size(); ++i)
            m_programs[i].counted = counted->run;
}

Result<std::shared_ptr<const View>> TrainDocument::view(const Selection& selection, const Progress&) const
{
    const Program& program = m_programs[selection.program.index()];
    if (!program.outline.uses(selection.memory))
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

std::optional<std::int64_t> TrainDocument::parseMemory(const FileEntry&, std::string_view text) const
{
    return memoryNumber(kMemories, text);
}

std::string TrainDocument::memoryText(const FileEntry&, std::int64_t memory) const
{
    return memory == kDram || memory == kL1 ? std::string(kMemories[static_cast<std::size_t>(memory)])
                                            : "memory " + std::to_string(memory);
}

} // namespace tidemark::tt
