#pragma once

#include "core/files/byte_stream.h"
#include "core/tenstorrent/tt_train/train_log_reader.h"
#include "core/view/document_kind.h"
#include "core/view/given_sizes.h"
#include "core/view/listed_document.h"

namespace tidemark {

/// The document kind of logs with summaries of tt-train's MemoryUsageTracker and of the exports of its CI.
DocumentKind ttTrainKind();

namespace tt {

/// Reads all runs of a stream. Errors: Cancelled; failed reading; NotFound if there is no run; Empty for a stream
/// without any byte, or if the tracker says that it captured nothing.
Result<Runs> readRuns(ByteStream& log, const Progress& progress);

/// Reads a *_memory_analysis_*.json that tt-train's run_models.py writes: one flat object with the memory of a run.
/// Absent: the text is no JSON, or it lacks the keys of the time, the total and the model. A value that cannot be used
/// is a warning of the run, and counts as not known. Messages name the file `name`.
std::optional<Run> readExport(std::string text, const std::string& name);

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

} // namespace tt
} // namespace tidemark
