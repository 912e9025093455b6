#pragma once

#include "core/history/history_view.h"
#include "core/include/tidemark/summary.h"
#include "core/view/listed_document.h"

#include <functional>
#include <map>

namespace tidemark::history {

/// The recording of one file.
struct RecordingOfFile {
    FileEntry entry; // with the reason why the recording is null
    std::shared_ptr<const Recording> recording;
    std::vector<std::shared_ptr<const Shown>> shown; // by position in Recording::memories

    /// Pairs the events of all memories. Done when a file is opened, because the list of memories needs all peaks.
    /// Errors: Cancelled.
    Result<void> pair(const Progress& progress);
};

/// A document of allocation histories: each file is one program, and its memories are the allocators. The number of a
/// memory is the position of the allocator's name among those of all files, so that equal allocators of several hosts
/// have the same number. Shown first is the memory in which an allocation failed, else the one with the highest peak.
class HistoryDocument final : public ListedDocument
{
public:
    static constexpr const char* kKind = "history";

    /// REQUIRES: at least one file; all recordings are paired
    HistoryDocument(std::vector<RecordingOfFile> files, Warnings warnings);

    Result<std::shared_ptr<const View>> view(const Selection& selection, const Progress& progress) const override;

    /// Calls the function with each memory of each recording, in the order of the programs and memories.
    void forEachMemory(const std::function<void(const Selection&, const MemoryRecording&)>& call) const;
    /// What was in use after an event; see inUseAt(). REQUIRES: a selection of forEachMemory(), and a cell of it
    InUse inUseAt(const Selection& selection, StepId cell) const;
    /// See growthBySteps() and growthByProfiles(). REQUIRES: a selection of forEachMemory()
    std::vector<StepGrowth> growth(const Selection& selection) const;
    /// The allocations of an allocator. REQUIRES: a selection of forEachMemory()
    const History& historyOf(const Selection& selection) const
    {
        return m_programs[selection.program.index()].shownOf(selection)->history;
    }

private:
    struct Program {
        std::shared_ptr<const Recording> recording;
        std::vector<std::shared_ptr<const Shown>> shown; // by position in Recording::memories
        std::map<std::int64_t, std::size_t> memories; // positions by number

        const std::shared_ptr<const Shown>& shownOf(const Selection& selection) const
        {
            return shown[memories.at(selection.memory)];
        }
    };

    static ProgramOutline outlineOf(const Program& program);
    /// The profiles of a program at several steps: files of one moment in the same folder, whose names have the word
    /// "step" and differ only in numbers. Only their names tell the order: profiles have no times. Nothing if the
    /// selection is no such profile, or the only one.
    std::vector<Profile> profilesWith(const Selection& selection) const;

    std::vector<Program> m_programs;
};

/// The document as one of histories; null if it is of another kind.
const HistoryDocument* asHistories(const Document& document);

} // namespace tidemark::history
