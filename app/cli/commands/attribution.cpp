#include "app/cli/asked_rules.h"
#include "app/cli/commands.h"
#include "app/cli/input_output.h"
#include "app/cli/moment.h"
#include "core/base/text.h"
#include "core/files/find_inputs.h"
#include "core/history/device_peaks.h"
#include "core/oom/oom_document.h"
#include "core/report/workers_report.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <ostream>
#include <set>

namespace tidemark::cli {
namespace {

/// Returns one view for each different program.
std::vector<std::shared_ptr<const View>> viewsOf(const Workers& workers)
{
    std::set<const AttributedLevel*> seen;
    std::vector<std::shared_ptr<const View>> views;
    for (const Worker& worker : workers.list)
        if (worker.level && seen.insert(worker.level.get()).second)
            if (auto view = worker.document->view({worker.program, worker.memory}, terminalProgress()))
                views.push_back(std::move(*view));
    return views;
}

/// The documents of the paths. Program files without a host are one source if a folder holds them, and one entry then.
/// A user who names such files one by one means each of them, so each is opened as a document of its own.
Result<Documents> openWorkers(const Options& options)
{
    const std::vector<FileEnding> endings = endingsOf(options.kinds);
    const auto isProgramFile = [&](const std::string& path) {
        std::error_code ignored;
        return std::filesystem::is_regular_file(path, ignored) && !isOfHost(endings, path);
    };
    if (options.paths.size() < 2 || !std::ranges::all_of(options.paths, isProgramFile))
        return open(options);
    Documents documents;
    for (const std::string& path : options.paths) {
        Options ofOne = options;
        ofOne.paths = {path};
        const auto opened = open(ofOne);
        if (!opened)
            return opened.error();
        documents.insert(documents.end(), opened->begin(), opened->end());
    }
    return documents;
}

/// Whether the answer is about recordings: what is asked for is in no program that was compiled.
bool isOfHistories(const Documents& documents, const Choice& choice)
{
    bool isAny = false;
    for (const auto& document : documents)
        if (history::asHistories(*document))
            isAny = true;
        else if (!oom::asMessages(*document) && !document->catalogue().programs.empty()
                 && findPrograms(*document, choice))
            return false;
    return isAny;
}

/// Warns of each file with recordings only, because an answer about programs leaves it out.
void warnOfHistories(const Documents& documents)
{
    std::set<std::string> files; // with programs
    for (const auto& document : documents)
        if (!history::asHistories(*document))
            for (const FileEntry& file : document->catalogue().files)
                files.insert(file.path);
    Warnings warnings;
    for (const auto& document : documents)
        if (history::asHistories(*document))
            for (const FileEntry& file : document->catalogue().files)
                if (!files.contains(file.path))
                    warnings.addNamed("history-left-out",
                                      file.path
                                          + " is an allocation history, but this table compares programs. Give "
                                            "the history alone.");
    printWarnings(warnings);
}

/// "GPU 1 of run.pickle differs most: its peak of 78.29 GiB is 75.17 GiB above the median of its 3 allocators. …", or
/// which one has the highest peak if none differs.
std::string headOf(const std::vector<history::DevicePeak>& peaks)
{
    const auto highest = std::ranges::max_element(peaks, {}, &history::DevicePeak::peakBytes);
    const auto named = [](const auto& peak) { return peak->memory + " of " + peak->worker; };
    if (peaks.size() == 1)
        return named(highest) + " has a peak of " + bytesText(highest->peakBytes) + ".";
    const auto differing = std::ranges::max_element(
        peaks, {}, [](const auto& peak) { return std::abs(peak.aboveMedianBytes.value_or(0)); });
    const std::int64_t above = differing->aboveMedianBytes.value_or(0);
    const std::string most = named(highest) + " has the highest peak, " + bytesText(highest->peakBytes) + ".";
    if (above == 0)
        return most;
    std::string head = named(differing) + " differs most: its peak of " + bytesText(differing->peakBytes) + " is ";
    head += bytesText(std::abs(above)) + (above > 0 ? " above" : " below") + " the median of ";
    head += groupedNumber(static_cast<std::int64_t>(differing->ofKind)) + " allocators of its kind.";
    return differing == highest ? head : head + " " + most;
}

/// One row for each allocator of each recording.
int writePeaks(const Options& options, const Documents& documents)
{
    const std::vector<history::DevicePeak> peaks = history::devicePeaks(documents, options.choice);
    if (peaks.empty())
        return fail({ErrorKind::NotFound,
                     "No recording has the module and memory that are asked for. The command modules lists them.",
                     std::nullopt});
    const TextLayout layout = textLayout(options);
    return output(options, [&](std::ostream& out) {
        const bool isText = options.format == TableFormat::Text;
        if (isText)
            out << layout.bold(wrapped(printable(headOf(peaks)), layout.columns)) << "\n\n";
        const auto writer = makeTableWriter(out, options.format,
                                            {{"worker", false},
                                             {"memory", false},
                                             {"peak_bytes"},
                                             {"above_median_bytes"},
                                             {"event"},
                                             {"before_bytes"},
                                             {"held_most_bytes"},
                                             {"held_most_by", false}});
        for (const history::DevicePeak& peak : peaks)
            writer->row({Cell(peak.worker), Cell(peak.memory), Cell(peak.peakBytes), orNull(peak.aboveMedianBytes),
                         Cell(std::int64_t{peak.peakStep.value}), Cell(peak.beforeBytes), Cell(peak.atPeak.holderBytes),
                         orNull(validUtf8(peak.atPeak.holder))});
        writer->finish();
    });
}

} // namespace

int runAttribution(const Options& options)
{
    const auto moment = parseOneStep(options.at);
    if (!moment)
        return fail(moment.error(), kWrongUsage);
    const auto rules = askedRules(options);
    if (!rules)
        return fail(rules.error());
    const auto documents = openWorkers(options);
    if (!documents)
        return fail(documents.error());
    if (isOfHistories(*documents, options.choice)) {
        if (moment->at == At::Step)
            return fail({ErrorKind::Unsupported, "The rows of allocation histories are their peaks. Leave out --at.",
                         std::nullopt},
                        kWrongUsage);
        return writePeaks(options, *documents);
    }
    WorkersQuestion question;
    question.choice = options.choice;
    if (moment->at == At::Step)
        question.step = moment->step;
    question.rules = *rules;
    question.withViewChecks = options.format == TableFormat::Text; // JSON has only the checks of seed 004's script
    question.withSeed004Line = options.format == TableFormat::Text && rules->kind == AttributionRules::Kind::Seed004;
    const auto workers = attributeWorkers(*documents, question, terminalProgress());
    if (!workers)
        return fail(workers.error());
    printWarnings(workers->allWarnings());
    warnOfHistories(*documents);
    if (rules->own)
        warnOfUnusedRules(*rules, viewsOf(*workers));
    const TextLayout layout = textLayout(options);
    return output(options,
                  [&](std::ostream& out) { writeWorkers(out, options.format, *workers, rules->name(), layout); });
}

} // namespace tidemark::cli
