#pragma once

#include "core/tenstorrent/train/train_log_reader.h"
#include "core/view/said_sizes.h"

#include <map>

namespace tidemark::tt {

/// The runs of a file.
struct RunsOfFile {
    FileEntry entry;
    Runs runs;
};

/// Runs of tt-train, as a document: each is a program with two memories, DRAM and L1, called by its title. What CI kept
/// stands in the order in which it ran.
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
    Figures figures(const Selection& selection, const Device* chosen, const SaidSizes& said) const override;
    std::optional<std::int64_t> parseMemory(const FileEntry& file, std::string_view text) const override;
    std::string memoryNames(const FileEntry&) const override { return "DRAM, L1"; }
    std::string memoryText(const FileEntry& file, std::int64_t memory) const override;

private:
    struct Program {
        std::shared_ptr<const Run> run;
        std::shared_ptr<const Run> counted; // the first of its log that tells its number of parameters; null: none does
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
