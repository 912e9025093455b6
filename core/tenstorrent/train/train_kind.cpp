#include "core/tenstorrent/train/train_kind.h"

#include "core/base/text.h"
#include "core/files/read_blocks.h"
#include "core/tenstorrent/train/ci_export.h"
#include "core/tenstorrent/train/train_document.h"

#include <algorithm>

namespace tidemark {
namespace {

constexpr std::uint64_t kShort = std::uint64_t{64} << 10; // of such a text all is looked at before it is opened
constexpr std::uint64_t kMostByChance = std::uint64_t{64} << 20; // of a log that nobody named: its beginning, as
                                                                 // trackers print after the first iteration
constexpr std::size_t kStart = 4096;

std::string beginningOf(const File& file, std::uint64_t most)
{
    std::string start(std::min(most, file.size()), '\0');
    const auto count = file.readAt(0, start);
    start.resize(count ? *count : 0);
    return start;
}

/// Null where it is none; they are short.
std::optional<tt::Run> exportIn(const File& file)
{
    return file.size() <= kShort ? tt::readExport(beginningOf(file, kShort)) : std::nullopt;
}

bool recognisesLog(const File& file)
{
    const std::string start = beginningOf(file, kStart);
    if (start.empty() || hasControls(start))
        return false;
    if (start.starts_with('{'))
        return exportIn(file).has_value();
    if (file.size() > kShort)
        return true;
    const auto runs = tt::readRuns(file, {});
    return runs || runs.error().kind == ErrorKind::Empty; // which is worth saying
}

/// Error: cancelled. What is wrong with the file is in the result.
Result<tt::RunsOfFile> readFile(const OpenedFile& opened, const Progress& progress)
{
    tt::RunsOfFile file;
    file.entry.path = opened.input.path;
    file.entry.format = "Training log";
    file.entry.error = opened.error;
    if (!opened.file)
        return file;
    file.entry.size = opened.file->size();
    if (auto exported = exportIn(*opened.file)) {
        file.entry.format = "Export of CI";
        file.runs.list.push_back(std::move(*exported));
        return file;
    }
    const std::uint64_t size = opened.file->size();
    const std::uint64_t most = opened.input.isByChance ? std::min(size, kMostByChance) : size;
    auto runs = tt::readRuns(*opened.file, progress, most);
    if (runs && most < size)
        runs->warnings.addNamed("log-searched-in-part",
                                "only its first 64 MiB were searched for runs. Open it by itself to search all of it.");
    if (runs)
        file.runs = std::move(*runs);
    else if (runs.error().kind == ErrorKind::Cancelled)
        return runs.error();
    else
        file.entry.error = runs.error();
    return file;
}

Result<Documents> openLogs(const std::vector<OpenedFile>& opened, Warnings warnings, const Progress& progress)
{
    std::vector<tt::RunsOfFile> files;
    std::optional<Error> error;
    bool isAnyUsed = false;
    for (const OpenedFile& each : opened) {
        auto file = readFile(each, progress);
        if (!file)
            return file.error();
        if (file->entry.error && !error)
            error = file->entry.error;
        isAnyUsed = isAnyUsed || !file->entry.error;
        if (!file->entry.error || !each.input.isByChance)
            files.push_back(std::move(*file));
    }
    if (!isAnyUsed)
        return *error;
    return Documents{std::make_shared<const tt::TrainDocument>(std::move(files), std::move(warnings))};
}

} // namespace

Result<tt::Runs> tt::readRuns(const File& file, const Progress& progress, std::uint64_t most)
{
    TrainLogReader reader;
    const auto error = readBlocks(file, {0, std::min(most, file.size())}, progress, [&](std::string_view block) {
        reader.push(block);
        return true;
    });
    if (error)
        return *error;
    Runs runs = reader.finish();
    if (!runs.list.empty())
        return runs;
    for (const Warning& warning : runs.warnings.list())
        if (warning.code == TrainLogReader::kNoTraces)
            return Error{ErrorKind::Empty, file.path() + ": " + warning.describe(), std::nullopt};
    return Error{ErrorKind::NotFound, file.path() + ": there is no memory usage summary of tt-train in this text.",
                 std::nullopt};
}

DocumentKind ttTrainKind()
{
    DocumentKind kind;
    kind.name = tt::TrainDocument::kKind;
    FileEnding json;
    json.ending = ".json";
    json.description = "Memory of a run that CI kept";
    json.inside = "_memory_analysis_";
    json.isCommon = true;
    kind.endings = {std::move(json)};
    kind.isInAnyText = true; // "stderr"
    kind.recognises = recognisesLog;
    kind.open = openLogs;
    return kind;
}

} // namespace tidemark
