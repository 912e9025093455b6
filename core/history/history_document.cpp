#include "core/history/history_document.h"

#include "core/base/text.h"
#include "core/history/growth.h"
#include "core/view/choice.h"

#include <algorithm>

namespace tidemark::history {
Result<void> RecordingOfFile::pair(const Progress& progress)
{
    for (std::size_t i = 0; i < recording->memories.size(); ++i) {
        auto history = historyOf(recording, i, progress);
        if (!history)
            return history.error();
        shown.push_back(std::make_shared<const Shown>(std::move(*history)));
    }
    return {};
}

HistoryDocument::HistoryDocument(std::vector<RecordingOfFile> files, Warnings warnings)
    : ListedDocument(kKind, {"recording", "recordings", "allocator", "worker"}, std::move(warnings))
{
    m_catalogue.unusedReason = "the file has no events of this memory";
    m_catalogue.prefersBestMemory = true;
    for (RecordingOfFile& file : files) {
        const FileId id = addFile(file.entry, file.recording ? file.recording->warnings : Warnings());
        if (!file.recording)
            continue;
        ProgramEntry program;
        program.file = id;
        program.source = SourceId::at(m_catalogue.sources.size());
        program.name = textOr(file.recording->name, validUtf8(fileNameOf(file.entry.path)));
        m_catalogue.sources.push_back({file.entry.sourceName(), file.entry.session});
        m_catalogue.programs.push_back(std::move(program));
        for (const MemoryRecording& memory : file.recording->memories)
            m_memories.push_back(memory.name);
        m_programs.emplace_back();
        m_programs.back().shown = std::move(file.shown);
        m_programs.back().recording = std::move(file.recording);
    }
    m_catalogue.sortSources();
    std::ranges::sort(m_memories, {}, [](const std::string& name) { return std::pair(naturalKey(name), name); });
    m_memories.erase(std::unique(m_memories.begin(), m_memories.end()), m_memories.end());
    std::map<std::string, std::int64_t> numbers;
    for (std::size_t i = 0; i < m_memories.size(); ++i)
        numbers[m_memories[i]] = static_cast<std::int64_t>(i);
    for (Program& program : m_programs) {
        for (std::size_t i = 0; i < program.shown.size(); ++i)
            program.memories.emplace(numbers[program.recording->memories[i].name], i);
        m_outlines.push_back(outlineOf(program));
    }
}

ProgramOutline HistoryDocument::outlineOf(const Program& program)
{
    ProgramOutline outline;
    outline.hasPlan = true;
    std::int64_t largest = -1;
    bool isAnyFailed = false;
    for (const auto& [number, i] : program.memories) {
        const MemoryRecording& memory = program.recording->memories[i];
        const History& history = program.shown[i]->history;
        const std::int64_t peak = history.peak();
        const std::string name = validUtf8(memory.name);
        std::optional<std::int64_t> held;
        if (!history.reserved.empty())
            held = std::ranges::max(history.reserved);
        outline.memories.push_back({number, name, name, std::nullopt, peak, held, false});
        outline.warnings.add(history.warnings);
        outline.warnings.add(memory.warnings);
        const bool hasFailed = !history.failures.empty();
        if (hasFailed > isAnyFailed || (hasFailed == isAnyFailed && peak > largest)) {
            outline.preferred = number;
            largest = peak;
            isAnyFailed = hasFailed;
        }
    }
    return outline;
}

Result<std::shared_ptr<const View>> HistoryDocument::view(const Selection& selection, const Progress&) const
{
    const Program& program = m_programs[selection.program.index()];
    if (!program.memories.contains(selection.memory))
        return unusedMemory(*this, {selection.program}, selection.memory);
    return makeHistoryView(program.shownOf(selection), selection.memory, m_catalogue.fileOf(selection.program),
                           m_catalogue.programs[selection.program.index()], profilesWith(selection));
}

std::vector<Profile> HistoryDocument::profilesWith(const Selection& selection) const
{
    const auto nameOf = [&](ProgramId program) { return m_catalogue.programs[program.index()].name; };
    const std::string name = withoutNumbers(nameOf(selection.program));
    if (m_programs[selection.program.index()].shownOf(selection)->history.hasEvents() || !hasWordStep(name))
        return {};
    const auto folderOf = [&](ProgramId program) {
        const std::string& path = m_catalogue.fileOf(program).path;
        return path.substr(0, path.size() - fileNameOf(path).size());
    };
    std::vector<Profile> profiles;
    for (std::size_t i = 0; i < m_programs.size(); ++i) {
        const ProgramId program = ProgramId::at(i);
        if (!m_programs[i].memories.contains(selection.memory) || withoutNumbers(nameOf(program)) != name
            || folderOf(program) != folderOf(selection.program))
            continue;
        const auto& shown = m_programs[i].shownOf({program, selection.memory});
        if (!shown->history.hasEvents())
            profiles.push_back({nameOf(program), shown});
    }
    std::ranges::stable_sort(profiles, {}, [](const Profile& profile) { return naturalKey(profile.name); });
    if (profiles.size() < 2)
        profiles.clear();
    return profiles;
}

void HistoryDocument::forEachMemory(const std::function<void(const Selection&, const MemoryRecording&)>& call) const
{
    for (std::size_t i = 0; i < m_programs.size(); ++i)
        for (const auto& [number, at] : m_programs[i].memories)
            call({ProgramId::at(i), number}, m_programs[i].recording->memories[at]);
}

InUse HistoryDocument::inUseAt(const Selection& selection, StepId cell) const
{
    return history::inUseAt(*m_programs[selection.program.index()].shownOf(selection), cell);
}

std::vector<StepGrowth> HistoryDocument::growth(const Selection& selection) const
{
    if (const std::vector<Profile> profiles = profilesWith(selection); !profiles.empty())
        return growthByProfiles(profiles);
    return growthBySteps(*m_programs[selection.program.index()].shownOf(selection));
}

const HistoryDocument* asHistories(const Document& document)
{
    return dynamic_cast<const HistoryDocument*>(&document);
}

} // namespace tidemark::history
