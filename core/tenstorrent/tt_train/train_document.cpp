#include "core/tenstorrent/tt_train/train_document.h"

#include "core/base/characters.h"
#include "core/base/find.h"
#include "core/base/json_source.h"
#include "core/base/number.h"
#include "core/files/read_blocks.h"
#include "core/files/system_error.h"
#include "core/tenstorrent/tt_train/run_view.h"
#include "core/view/choice.h"

#include <algorithm>
#include <cmath>

namespace tidemark::tt {
namespace {

/// The time of a CI export; 0 for logs, which therefore come first.
std::int64_t timeOf(const RunsOfFile& file)
{
    return !file.runs.list.empty() && file.runs.list.front().exported ? file.runs.list.front().exported->time : 0;
}

/// Returns whether the line before a summary is the progress of a training and no title: "Step: 1, Loss: 4.71875".
bool isProgress(std::string line)
{
    std::ranges::transform(line, line.begin(), toLower);
    return line.starts_with("step") || line.starts_with("epoch") || line.find("loss:") != std::string::npos
        || line.find("loss=") != std::string::npos;
}

/// Absent: the file is no export of CI. Such files are short.
std::optional<Run> exportIn(const File& file)
{
    if (file.size() > kShortText)
        return std::nullopt;
    auto text = readStart(file, kShortText);
    return text ? readExport(std::move(*text), file.path()) : std::nullopt;
}

/// Ends the text of a log and returns its runs. Errors: that of reading; nothing was found.
Result<Runs> runsOf(TrainLogReader& reader, const Result<void>& read, const std::string& name)
{
    if (!read)
        return read.error();
    Runs runs = reader.finish();
    if (!runs.list.empty())
        return runs;
    if (const Warning* const none = findFirst(runs.warnings.list(), TrainLogReader::kNoTraces, &Warning::code))
        return Error{ErrorKind::Empty, name + ": " + none->describe(), std::nullopt};
    return Error{ErrorKind::NotFound, name + ": there is no memory usage summary of tt-train in this text.",
                 std::nullopt};
}

Result<Runs> readRuns(const File& file, const Progress& progress, std::uint64_t most)
{
    TrainLogReader reader;
    return runsOf(reader, reader.read(file, most, progress), file.path());
}

bool recognises(const File& file)
{
    const std::string start = startOfText(file);
    if (start.empty())
        return false;
    if (start.starts_with('{'))
        return exportIn(file).has_value();
    if (file.size() > kShortText)
        return true;
    const auto runs = readRuns(file, {}, file.size());
    return runs || runs.error().kind == ErrorKind::Empty; // the error says that the tracker captured nothing
}

/// Error: Cancelled. Any other fault of the file is in the result.
Result<RunsOfFile> readFile(const OpenedFile& opened, const Progress& progress)
{
    RunsOfFile file;
    file.entry = entryOf(opened);
    file.entry.format = "Training log";
    if (!opened.file)
        return file;
    if (auto exported = exportIn(*opened.file)) {
        file.entry.format = "Export of CI";
        file.runs.list.push_back(std::move(*exported));
        return file;
    }
    // The tracker prints after the first iteration, so that the start of a large file is enough.
    const bool isPart = isReadInPart(opened);
    auto runs = readRuns(*opened.file, progress, isPart ? kMostOfTextByChance : opened.file->size());
    if (runs && isPart)
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
    auto files = readTexts<RunsOfFile>(opened, progress, readFile);
    if (!files)
        return files.error();
    return Documents{std::make_shared<const TrainDocument>(std::move(*files), std::move(warnings))};
}

} // namespace

Result<Runs> readRuns(ByteStream& log, const Progress& progress)
{
    TrainLogReader reader;
    std::uint64_t bytes = 0;
    const auto read = readBlocks(log, progress, [&](std::string_view block) {
        reader.push(block);
        bytes += block.size();
        return true;
    });
    if (read && bytes == 0)
        return emptyError(log.path(), 0);
    return runsOf(reader, read, log.path() == "-" ? "standard input" : log.path());
}

std::optional<Run> readExport(std::string text, const std::string& name)
{
    Run run;
    const auto source = JsonSource::parse(name, std::move(text), run.warnings);
    if (!source)
        return std::nullopt;
    const LocatedJson& root = source->root();
    if (!root.find("test_ts") || !root.find("total_dram_mb") || !root.find("model_dram_mb"))
        return std::nullopt;
    const auto numberOf = [&](const char* key) -> std::optional<double> {
        const LocatedJson* const value = source->find(root, key, LocatedJson::Type::Number);
        return value ? parseNumber<double>(value->text) : std::nullopt;
    };
    const auto bytes = [&](const char* key) {
        const auto number = numberOf(key);
        constexpr double kMost = 2305843009213693952.0; // 2^61, so that the sum of two numbers cannot overflow
        if (number && std::abs(*number) * kMegabyte < kMost)
            return Bytes(std::llround(*number * kMegabyte));
        if (number)
            source->warn("bad-number", *root.find(key),
                         std::string(key) + " is no amount of memory; it counts as unknown");
        return Bytes();
    };
    constexpr double kLastTime = 9e18;
    auto time = numberOf("test_ts");
    if (time && (*time < 0 || *time > kLastTime)) {
        source->warn("bad-number", *root.find("test_ts"), "test_ts is no time; it counts as unknown");
        time.reset();
    }
    run.name = source->text(root, "model_name");
    run.line = 1;
    run.isComplete = true;
    run.overallPeak = bytes("total_dram_mb");
    Export& exported = run.exported.emplace();
    exported.time = static_cast<std::int64_t>(time.value_or(0));
    exported.commit = source->text(root, "git_commit_hash");
    exported.components.model.actual = bytes("model_dram_mb");
    exported.components.optimizer.actual = bytes("optimizer_dram_mb");
    exported.components.activations.actual = bytes("activations_dram_mb");
    exported.components.overhead.actual = bytes("gradients_dram_mb");
    exported.components.other.actual = bytes("unaccounted_dram_mb");
    exported.deviceMemory = bytes("device_memory_mb");
    return run;
}

TrainDocument::TrainDocument(std::vector<RunsOfFile> files, Warnings warnings)
    : ListedDocument(kKind, {"run", "runs", "memory", "rank"}, std::move(warnings))
{
    m_catalogue.unusedReason = "the log has no number of it";
    m_memories = {"DRAM", "L1"};
    std::vector<std::pair<std::int64_t, FileId>> order;
    for (RunsOfFile& file : files)
        order.emplace_back(timeOf(file), addFile(std::move(file.entry), file.runs.warnings));
    std::ranges::stable_sort(order, {}, [](const auto& each) { return each.first; });
    for (const auto& [time, file] : order)
        addRuns(files[file.index()].runs.list, file);
    if (std::ranges::all_of(m_programs, [](const Program& program) { return program.run->rank.empty(); }))
        m_catalogue.words.source = "file";
    m_catalogue.sortSources();
}

void TrainDocument::addRuns(std::vector<Run>& runs, FileId file)
{
    std::map<std::string, int> named; // number of runs with each title
    for (const Run& run : runs)
        ++named[run.title()];
    const std::size_t first = m_programs.size();
    std::shared_ptr<const Run> counted;
    for (Run& run : runs) {
        const std::string line = "line " + std::to_string(run.line);
        const bool isNamed = !run.name.empty() && !isProgress(run.name);
        const std::string title = isNamed || run.device ? run.title() : "run at " + line;
        ProgramEntry program;
        program.file = file;
        program.source = sourceOf(file, run.rank);
        program.name = named[title] > 1 ? title + ", " + line : title;
        addProgram(std::move(program), outlineOf(run), run.warnings);
        m_programs.push_back({std::make_shared<const Run>(std::move(run)), nullptr});
        if (!counted && m_programs.back().run->parameters)
            counted = m_programs.back().run;
    }
    for (std::size_t i = first; i < m_programs.size(); ++i)
        m_programs[i].counted = counted;
}

Result<std::shared_ptr<const View>> TrainDocument::view(const Selection& selection, const Progress&) const
{
    const Program& program = m_programs[selection.program.index()];
    if (!outline(selection.program).uses(selection.memory))
        return unusedMemory(*this, {selection.program}, selection.memory);
    return makeRunView(program.run, program.counted, selection.memory, m_catalogue.fileOf(selection.program),
                       m_catalogue.programs[selection.program.index()]);
}

Figures TrainDocument::figures(const Selection& selection, const Device* chosen, const GivenSizes& given) const
{
    const Program& program = m_programs[selection.program.index()];
    return figuresOf(*program.run, program.counted.get(), levelsOf(*program.run, selection.memory), selection.memory,
                     chosen, given);
}

} // namespace tidemark::tt

namespace tidemark {

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
    kind.recognises = tt::recognises;
    kind.open = tt::openLogs;
    return kind;
}

} // namespace tidemark
