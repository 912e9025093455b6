#include "app/cli/commands.h"
#include "app/cli/input_output.h"
#include "core/base/text.h"
#include "core/files/atomic_file.h"
#include "core/tenstorrent/train/histogram.h"
#include "core/tenstorrent/train/run_figures.h"
#include "core/tenstorrent/train/train_kind.h"
#include "core/tenstorrent/train/upstream_notes.h"

#include <filesystem>
#include <iostream>

namespace tidemark::cli {
namespace {

/// What is wrong with the name of the picture; absent: nothing.
std::optional<Error> refusePicture(const TrainingOptions& asked)
{
    std::error_code unknown; // of a file that is not there yet
    if (std::filesystem::equivalent(asked.picture, asked.log, unknown))
        return Error{ErrorKind::Io,
                     asked.picture + " is the log itself; writing there would destroy it. Choose another file.",
                     std::nullopt};
    if (!asked.picture.ends_with(".svg"))
        return Error{ErrorKind::Unsupported,
                     asked.picture + ": the command line writes pictures as SVG alone. Choose --output FILE.svg.",
                     std::nullopt};
    return std::nullopt;
}

void tell(const tt::Runs& runs, const tt::RunQuestion& question)
{
    printWarnings(runs.warnings);
    for (const tt::Run& run : runs.list)
        printWarnings(run.warnings);
    for (const std::string& line : tt::misfits(tt::judge(runs, question)))
        std::cerr << "note: " << printable(line) << '\n';
    for (const tt::Run& run : runs.list) {
        const Warnings notes = tt::notesOf(run);
        for (const Warning& note : notes.list())
            std::cerr << "note: " << printable(run.title()) << ": " << note.text << '\n';
    }
    for (const std::string& line : tt::upstreamNotes(runs, question))
        std::cerr << "note: " << line << '\n';
}

} // namespace

int runTtTrain(const Options& options)
{
    const TrainingOptions& asked = options.training;
    const auto file = File::open(asked.log);
    if (!file)
        return fail(file.error());
    const auto runs = tt::readRuns(**file, terminalProgress());
    if (!runs)
        return fail(runs.error());
    const tt::RunQuestion question{{asked.deviceMemory, asked.modelSize, asked.optimizerSize, asked.gradientsSize},
                                   asked.usesActualSizes};
    tell(*runs, question);
    const int status
        = output(options, [&](std::ostream& out) { tt::writeReport(out, options.format, *runs, question); });
    if (status != kOk || !asked.wantsPicture)
        return status;
    if (const auto error = refusePicture(asked))
        return fail(*error);
    if (const auto error = writeAtomically(
            asked.picture, [&](std::ostream& out) { tt::writeHistogram(out, *runs, question, asked.title); }))
        return fail(*error);
    if (options.format != TableFormat::Text)
        return kOk;
    return output(options, [&](std::ostream& out) { out << "\nVisualization saved to: " << asked.picture << '\n'; });
}

} // namespace tidemark::cli
