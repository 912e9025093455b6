#pragma once

#include "core/history/history_view.h"

#include <map>
#include <mutex>

namespace tidemark::history {

/// The recording of one file.
struct RecordingOfFile {
    FileEntry entry; // with the reason why the recording is null
    std::shared_ptr<const Recording> recording;
};

/// A document of allocation histories: each file is one program, and its memories are the allocators. The number of a
/// memory is the position of the allocator's name among those of all files, so that equal allocators of several hosts
/// have the same number. Shown first is the memory in which an allocation failed, else the one with the highest peak.
class HistoryDocument final : public Document
{
public:
    static constexpr const char* kKind = "history";

    /// REQUIRES: at least one file
    HistoryDocument(std::vector<RecordingOfFile> files, Warnings warnings);

    const Catalogue& catalogue() const override { return m_catalogue; }
    const ProgramOutline& outline(ProgramId program) const override;
    std::optional<Digest> digest(ProgramId) const override { return std::nullopt; }
    Result<std::shared_ptr<const View>> view(const Selection& selection, const Progress& progress) const override;
    std::optional<std::int64_t> parseMemory(const FileEntry& file, std::string_view text) const override;
    std::string memoryNames(const FileEntry& file) const override;
    std::string memoryText(const FileEntry& file, std::int64_t memory) const override;

private:
    /// One file with what was computed of it. Guarded by its mutex.
    struct Program {
        std::shared_ptr<const Recording> recording;
        mutable std::mutex mutex;
        mutable std::optional<ProgramOutline> outline;
        mutable std::vector<std::shared_ptr<const Shown>> shown; // by position in Recording::memories
        std::map<std::int64_t, std::size_t> memories; // positions by number
    };

    /// REQUIRES: the program's mutex is locked. Errors: Cancelled.
    Result<std::shared_ptr<const Shown>> shownOf(const Program& program, std::size_t memory,
                                                 const Progress& progress) const;

    Catalogue m_catalogue;
    std::vector<std::string> m_names; // of allocators, in natural order
    std::vector<std::unique_ptr<Program>> m_programs;
};

} // namespace tidemark::history
