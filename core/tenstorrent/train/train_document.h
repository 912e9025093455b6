#pragma once

#include "core/tenstorrent/train/train_log_reader.h"
#include "core/view/given_sizes.h"

#include <map>

namespace tidemark::tt {

/// A file with its runs.
struct RunsOfFile {
    FileEntry entry;
    Runs runs;
};

/// A document of tt-train runs. Each run is a program with two memories, DRAM and L1, and is named by its title. CI
/// exports are ordered by the time of the run.
class TrainDocument final : public Document, public TakesSizes
{
public:
    static constexpr const char* kKind = "tt_train";

    /// REQUIRES: at least one file
    TrainDocument(std::vector<RunsOfFile> files, Warnings warnings);

    const Run& run(ProgramId program) const { return *m_programs[program.index()].run; }

    const Catalogue& catalogue() const override { return m_catalogue; }
    const ProgramOutline& outline(ProgramId program) const override { return m_programs[program.index()].outline; }
    std::optional<Digest> digest(ProgramId) const override { return std::nullopt; }
    Result<std::shared_ptr<const View>> view(const Selection& selection, const Progress& progress) const override;
    Figures figures(const Selection& selection, const Device* chosen, const GivenSizes& given) const override;
    std::optional<std::int64_t> parseMemory(const FileEntry& file, std::string_view text) const override;
    std::string memoryNames(const FileEntry&) const override { return "DRAM, L1"; }
    std::string memoryText(const FileEntry& file, std::int64_t memory) const override;

private:
    struct Program {
        std::shared_ptr<const Run> run;
        std::shared_ptr<const Run> counted; // first run of its log that states its number of parameters, or null
        ProgramOutline outline;
    };

    void add(RunsOfFile& file);
    void addRuns(std::vector<Run>& runs, FileId file);
    SourceId sourceOf(const std::string& path, const std::string& rank);

    Catalogue m_catalogue;
    std::vector<Program> m_programs;
    std::map<std::pair<std::string, std::string>, SourceId> m_sources; // by path and rank
};

} // namespace tidemark::tt
