#include "app/cli/commands.h"
#include "app/cli/input_output.h"
#include "app/cli/window_program.h"
#include "core/base/text.h"
#include "core/files/atomic_file.h"
#include "core/files/inputs_kept.h"
#include "core/tenstorrent/tt_train/run_report.h"
#include "core/tenstorrent/tt_train/run_view.h"
#include "core/tenstorrent/tt_train/train_document.h"

#include <algorithm>
#include <iomanip>
#include <iostream>
#include <sstream>

namespace tidemark::cli {
namespace {

/// The error says why the picture cannot be made. None is asked for: no error.
Result<void> checkPicture(const TrainingOptions& asked)
{
    if (!asked.wantsPicture)
        return {};
    if (!asked.picture.ends_with(".svg") && !asked.picture.ends_with(".png"))
        return Error{ErrorKind::Unsupported,
                     asked.picture + ": a picture is PNG or SVG. Choose --output FILE.png or FILE.svg.", std::nullopt};
    if (asked.log == "-" && asked.picture.ends_with(".png"))
        return Error{ErrorKind::Unsupported,
                     "PNG is drawn from a file, not from standard input. Choose --output FILE.svg, or name the log.",
                     std::nullopt};
    return {};
}

/// The size that the window's program uses.
std::string pictureSize(std::size_t runs)
{
    constexpr std::size_t kWidest = 16000;
    constexpr std::size_t kLowest = 200;
    const tt::HistogramSize size = tt::histogramSize(runs, kWidest);
    return std::to_string(size.width) + "x" + std::to_string(std::max(kLowest, size.height));
}

/// Writes SVG directly. The window's program draws the same picture for PNG.
Result<void> drawHistogram(const TrainingOptions& asked, const tt::Runs& runs, const tt::RunQuestion& question)
{
    if (asked.picture.ends_with(".svg"))
        return writeAtomically(asked.picture, [&](std::ostream& out) {
            tt::writeHistogram(out, tt::listOf(runs), question, asked.title);
        });
    std::vector<std::string> arguments
        = {"--export=" + asked.picture, "--view", "runs", "--histogram", "--size", pictureSize(runs.list.size())};
    const auto add = [&](const char* option, const std::string& value) {
        arguments.insert(arguments.end(), {option, value});
    };
    for (const auto& [name, bytes] : question.sizes) {
        std::ostringstream exact;
        exact << std::setprecision(17) << bytes;
        add(("--" + name).c_str(), exact.str());
    }
    if (question.usesActual)
        arguments.emplace_back("--use_actual_sizes");
    if (!asked.title.empty())
        arguments.push_back("--title=" + asked.title);
    add("--", asked.log);
    return drawByWindow(arguments);
}

/// Warnings for relations that do not hold, with both numbers.
Warnings brokenRelations(const tt::Runs& runs)
{
    Warnings broken;
    for (const tt::Run& run : runs.list)
        for (const Check& check : tt::checksOf(run))
            if (check.verdict == Verdict::Fails)
                broken.addNamed(check.name,
                                run.title() + ": " + check.text + " (" + groupedNumber(check.leftBytes.value_or(0))
                                    + " B and " + groupedNumber(check.rightBytes.value_or(0)) + " B)");
    return broken;
}

void printRuns(const tt::Runs& runs, const tt::RunQuestion& question)
{
    printWarnings(runs.warnings);
    for (const tt::Run& run : runs.list)
        printWarnings(run.warnings);
    printWarnings(brokenRelations(runs));
    for (const std::string& line : tt::misfits(tt::judge(tt::listOf(runs), question)))
        std::cerr << "note: " << printable(line) << '\n';
    for (const tt::Run& run : runs.list) {
        const Warnings notes = tt::notesOf(run);
        for (const Warning& note : notes.list())
            std::cerr << "note: " << printable(run.title()) << ": " << printable(note.text) << '\n';
    }
}

} // namespace

int runTtTrain(const Options& options)
{
    const TrainingOptions& asked = options.training;
    if (const auto possible = checkPicture(asked); !possible)
        return fail(possible.error());
    auto log = ByteStream::open(asked.log);
    if (!log)
        return fail(log.error());
    if (asked.wantsPicture)
        if (const auto allowed = inputsKept::refuseOverwriting(asked.picture); !allowed)
            return fail(allowed.error());
    const auto runs = tt::readRuns(*log, terminalProgress());
    if (!runs)
        return fail(runs.error());
    tt::RunQuestion question{{}, asked.usesActualSizes};
    for (const auto& [name, bytes] :
         {std::pair(kDeviceMemory, asked.deviceMemory), std::pair("model_size", asked.modelSize),
          std::pair("optimizer_size", asked.optimizerSize), std::pair("gradients_size", asked.gradientsSize)})
        if (bytes)
            question.sizes[name] = *bytes;
    printRuns(*runs, question);
    const int status
        = output(options, [&](std::ostream& out) { tt::writeReport(out, options.format, *runs, question); });
    if (status != kOk || !asked.wantsPicture)
        return status;
    if (const auto done = drawHistogram(asked, *runs, question); !done)
        return fail(done.error());
    if (options.format != TableFormat::Text)
        return kOk;
    return output(options, [&](std::ostream& out) { out << "\nVisualization saved to: " << asked.picture << '\n'; });
}

} // namespace tidemark::cli
