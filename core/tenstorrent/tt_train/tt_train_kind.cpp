#include "core/tenstorrent/tt_train/tt_train_kind.h"

#include "core/files/read_blocks.h"
#include "core/files/system_error.h"
#include "core/tenstorrent/tt_train/train_document.h"
#include "core/tenstorrent/tt_train/train_log_reader.h"
#include "core/view/document_kind.h"

#include <algorithm>

namespace tidemark {
namespace {

/// Absent: the file is no export of CI. Such files are short.
std::optional<tt::Run> exportIn(const File& file)
{
    if (file.size() > kShortText)
        return std::nullopt;
    auto text = readStart(file, kShortText);
    return text ? tt::readExport(std::move(*text), file.path()) : std::nullopt;
}

bool recognisesLog(const File& file)
{
    const std::string start = startOfText(file);
    if (start.empty())
        return false;
    if (start.starts_with('{'))
        return exportIn(file).has_value();
    if (file.size() > kShortText)
        return true;
    const auto runs = tt::readRuns(file, {});
    return runs || runs.error().kind == ErrorKind::Empty; // the error says that the tracker captured nothing
}

/// Ends the text of a reader and returns its runs, or the error.
Result<tt::Runs> runsOf(tt::TrainLogReader& reader, const std::string& name)
{
    tt::Runs runs = reader.finish();
    if (!runs.list.empty())
        return runs;
    for (const Warning& warning : runs.warnings.list())
        if (warning.code == tt::TrainLogReader::kNoTraces)
            return Error{ErrorKind::Empty, name + ": " + warning.describe(), std::nullopt};
    return Error{ErrorKind::NotFound, name + ": there is no memory usage summary of tt-train in this text.",
                 std::nullopt};
}

/// Error: Cancelled. Any other fault of the file is in the result.
Result<tt::RunsOfFile> readFile(const OpenedFile& opened, const Progress& progress)
{
    tt::RunsOfFile file;
    file.entry = entryOf(opened);
    file.entry.format = "Training log";
    if (!opened.file)
        return file;
    if (auto exported = exportIn(*opened.file)) {
        file.entry.format = "Export of CI";
        file.runs.list.push_back(std::move(*exported));
        return file;
    }
    const std::uint64_t size = opened.file->size();
    // The tracker prints after the first iteration, so that the start of a large file is enough.
    const std::uint64_t most = opened.input.isByChance ? std::min(size, kMostOfTextByChance) : size;
    auto runs = tt::readRuns(*opened.file, progress, most);
    if (runs && most < size)
        runs->warnings.addNamed(
            "log-searched-in-part",
            "only its first 64 MiB were searched for runs. Open the file alone to search all of it.");
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
    auto files = readTexts<tt::RunsOfFile>(opened, progress, readFile);
    if (!files)
        return files.error();
    return Documents{std::make_shared<const tt::TrainDocument>(std::move(*files), std::move(warnings))};
}

} // namespace

Result<tt::Runs> tt::readRuns(const File& file, const Progress& progress, std::uint64_t most)
{
    TrainLogReader reader;
    const auto done = readBlocks(file, {0, std::min(most, file.size())}, progress, [&](std::string_view block) {
        reader.push(block);
        return true;
    });
    if (!done)
        return done.error();
    return runsOf(reader, file.path());
}

Result<tt::Runs> tt::readRuns(ByteStream& log, const Progress& progress)
{
    TrainLogReader reader;
    std::uint64_t bytes = 0;
    const auto done = readBlocks(log, progress, [&](std::string_view block) {
        reader.push(block);
        bytes += block.size();
        return true;
    });
    if (!done)
        return done.error();
    if (bytes == 0)
        return emptyError(log.path(), 0);
    return runsOf(reader, log.path() == "-" ? "standard input" : log.path());
}

DocumentKind ttTrainKind()
{
    DocumentKind kind;
    kind.name = tt::TrainDocument::kKind;
    kind.endings = {{.ending = ".json",
                     .description = "Memory of a run that CI kept",
                     .isCommon = true,
                     .inside = "_memory_analysis_",
                     .texts = "logs of tt-train"}};
    kind.isInAnyText = true; // for files such as "stderr"
    kind.recognises = recognisesLog;
    kind.open = openLogs;
    return kind;
}

} // namespace tidemark
