#include "core/history/history_document.h"

#include "core/base/text.h"
#include "core/view/choice.h"
#include "core/view/memory_names.h"

#include <algorithm>

namespace tidemark::history {
namespace {

bool isFailed(const MemoryRecording& memory)
{
    return std::ranges::find(memory.events, Action::Fail, &Event::action) != memory.events.end();
}

} // namespace

HistoryDocument::HistoryDocument(std::vector<RecordingOfFile> files, Warnings warnings)
{
    m_catalogue.kind = kKind;
    m_catalogue.words = {"recording", "recordings", "allocator", "worker"};
    m_catalogue.warnings = std::move(warnings);
    m_catalogue.unusedReason = "the file has no events of it";
    m_catalogue.prefersBestMemory = true;
    for (RecordingOfFile& file : files) {
        const FileId id = FileId::at(m_catalogue.files.size());
        m_catalogue.files.push_back(file.entry);
        if (file.entry.error)
            m_catalogue.warnings.addNamed("unreadable-file", file.entry.error->message, file.entry.error->offset);
        if (!file.recording)
            continue;
        m_catalogue.warnings.addOf(file.entry.path, file.recording->warnings);
        ProgramEntry program;
        program.file = id;
        program.source = SourceId::at(m_catalogue.sources.size());
        program.name = textOr(file.recording->name, validUtf8(fileNameOf(file.entry.path)));
        m_catalogue.sources.push_back({file.entry.sourceName(), file.entry.session});
        m_catalogue.programs.push_back(std::move(program));
        for (const MemoryRecording& memory : file.recording->memories)
            m_names.push_back(memory.name);
        m_programs.push_back(std::make_unique<Program>());
        m_programs.back()->shown.resize(file.recording->memories.size());
        m_programs.back()->recording = std::move(file.recording);
    }
    m_catalogue.sortSources();
    std::ranges::sort(m_names, {}, [](const std::string& name) { return std::pair(naturalKey(name), name); });
    m_names.erase(std::unique(m_names.begin(), m_names.end()), m_names.end());
    std::map<std::string, std::int64_t> numbers;
    for (std::size_t i = 0; i < m_names.size(); ++i)
        numbers[m_names[i]] = static_cast<std::int64_t>(i);
    for (const auto& program : m_programs)
        for (std::size_t i = 0; i < program->shown.size(); ++i)
            program->memories.emplace(numbers[program->recording->memories[i].name], i);
}

Result<std::shared_ptr<const Shown>> HistoryDocument::shownOf(const Program& program, std::size_t memory,
                                                              const Progress& progress) const
{
    auto& shown = program.shown[memory];
    if (!shown) {
        auto history = historyOf(program.recording, memory, progress);
        if (!history)
            return history.error();
        shown = std::make_shared<const Shown>(std::move(*history));
    }
    return shown;
}

const ProgramOutline& HistoryDocument::outline(ProgramId id) const
{
    const Program& program = *m_programs[id.index()];
    const std::lock_guard lock(program.mutex);
    if (program.outline)
        return *program.outline;
    ProgramOutline outline;
    outline.hasPlan = true;
    std::int64_t largest = -1;
    bool isAnyFailed = false;
    for (const auto& [number, i] : program.memories) {
        const MemoryRecording& memory = program.recording->memories[i];
        const auto shown = shownOf(program, i, {});
        const std::int64_t peak = (*shown)->history.peak();
        const std::string name = validUtf8(memory.name);
        outline.memories.push_back({number, name, name, std::nullopt, peak, peak, false});
        outline.warnings.add((*shown)->history.warnings);
        outline.warnings.add(memory.warnings);
        const bool hasFailed = isFailed(memory);
        if (hasFailed > isAnyFailed || (hasFailed == isAnyFailed && peak > largest)) {
            outline.preferred = number;
            largest = peak;
            isAnyFailed = hasFailed;
        }
    }
    program.outline = std::move(outline);
    return *program.outline;
}

Result<std::shared_ptr<const View>> HistoryDocument::view(const Selection& selection, const Progress& progress) const
{
    const Program& program = *m_programs[selection.program.index()];
    const auto found = program.memories.find(selection.memory);
    if (found == program.memories.end())
        return unusedMemory(*this, {selection.program}, selection.memory);
    std::shared_ptr<const Shown> known;
    {
        const std::lock_guard lock(program.mutex);
        const auto shown = shownOf(program, found->second, progress);
        if (!shown)
            return shown.error();
        known = *shown;
    }
    return makeHistoryView(known, selection.memory, m_catalogue.fileOf(selection.program),
                           m_catalogue.programs[selection.program.index()]);
}

std::optional<std::int64_t> HistoryDocument::parseMemory(const FileEntry&, std::string_view text) const
{
    return memoryNumber(std::vector<std::string_view>(m_names.begin(), m_names.end()), text);
}

std::string HistoryDocument::memoryNames(const FileEntry&) const
{
    return joined(m_names, ", ");
}

std::string HistoryDocument::memoryText(const FileEntry&, std::int64_t memory) const
{
    const bool isKnown = memory >= 0 && memory < std::ssize(m_names);
    return isKnown ? validUtf8(m_names[static_cast<std::size_t>(memory)]) : "memory " + std::to_string(memory);
}

} // namespace tidemark::history
