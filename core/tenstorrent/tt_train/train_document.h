#pragma once

#include "core/tenstorrent/tt_train/train_log_reader.h"
#include "core/view/given_sizes.h"
#include "core/view/listed_document.h"

namespace tidemark::tt {

/// A file with its runs.
struct RunsOfFile {
    FileEntry entry;
    Runs runs;
};

/// A document of tt-train runs. Each run is a program with two memories, DRAM and L1, and is named by its title. CI
/// exports are ordered by the time of the run.
class TrainDocument final : public ListedDocument, public TakesSizes
{
public:
    static constexpr const char* kKind = "tt_train";

    /// REQUIRES: at least one file
    TrainDocument(std::vector<RunsOfFile> files, Warnings warnings);

    const Run& run(ProgramId program) const { return *m_programs[program.index()].run; }

    Result<std::shared_ptr<const View>> view(const Selection& selection, const Progress& progress) const override;
    Figures figures(const Selection& selection, const Device* chosen, const GivenSizes& given) const override;

private:
    struct Program {
        std::shared_ptr<const Run> run;
        std::shared_ptr<const Run> counted; // first run of its log that states its number of parameters, or null
    };

    void addRuns(std::vector<Run>& runs, FileId file);

    std::vector<Program> m_programs;
};

} // namespace tidemark::tt
