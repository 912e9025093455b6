#include "core/compare/workers.h"

#include "core/base/parallel.h"
#include "core/base/text.h"
#include "core/files/whole_run.h"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>
#include <utility>

namespace tidemark {
namespace {

constexpr std::size_t kMostPlans = 4; // plans decoded at the same time
constexpr std::size_t kNamedProblems = 20; // problems named per code, as in addNamed()

/// The results that equal programs share.
struct Attributed {
    std::shared_ptr<const AttributedLevel> level;
    std::shared_ptr<const Seed004Line> seed004;
    std::shared_ptr<const std::vector<ArgumentShape>> arguments;
    std::optional<Error> error;
    bool hasNoSuchStep = false; // the error is that the step does not exist
    Warnings problems; // problems of the view
};

std::string nameOf(const Worker& worker)
{
    return printable(worker.file().path) + ", " + printable(worker.entry().fullName());
}

Error noSuchStep(const Worker& worker, std::uint64_t step, std::optional<std::uint32_t> steps)
{
    return {ErrorKind::NotFound,
            nameOf(worker) + " has no step " + std::to_string(step) + " in "
                + worker.document->memoryText(worker.file(), worker.memory) + "."
                + (steps ? " There are steps 0 to " + std::to_string(*steps - 1) + "." : ""),
            std::nullopt};
}

Attributed attribute(const Worker& worker, const WorkersQuestion& question, const Progress& progress)
{
    Attributed result;
    const auto failed = [&](Error error) {
        result.error = std::move(error);
        return std::move(result);
    };
    const auto view = worker.document->view({worker.program, worker.memory}, progress);
    if (!view)
        return failed(view.error());
    result.problems = (*view)->problems;
    if (question.step && *question.step >= (*view)->axis.count) {
        result.hasNoSuchStep = true;
        return failed(noSuchStep(worker, *question.step, (*view)->axis.count));
    }
    const StepId step = question.step ? StepId::at(*question.step) : (*view)->peakStep;
    auto level = attributeLevel(**view, step, question.rules, progress);
    if (!level)
        return failed(level.error());
    if (question.withViewChecks)
        level->checks = checksOf(**view, *level);
    if (question.withSeed004Line) {
        const auto line = seed004Line(**view, progress, GradientHits{step, level->gradientHits});
        if (!line)
            return failed(line.error());
        result.seed004 = std::make_shared<Seed004Line>(*line);
    }
    result.level = std::make_shared<AttributedLevel>(std::move(*level));
    result.arguments = std::make_shared<std::vector<ArgumentShape>>(argumentShapes(**view));
    return result;
}

/// Returns the workers in question, in the order of the list.
Result<std::vector<Worker>> findWorkers(const Documents& documents, const Choice& choice, Warnings& warnings,
                                        const Progress& progress)
{
    std::vector<Worker> workers;
    std::optional<Error> error;
    for (const auto& document : documents) {
        // A log that is opened together with profiles has programs of the same names, but is not a worker.
        if (!workers.empty() && document->catalogue().kind != workers.front().document->catalogue().kind)
            continue;
        const auto memory = findMemory(*document, choice);
        const std::int64_t wanted = memory ? memory->value_or(0) : 0;
        const auto programs = memory ? findPerFile(*document, choice, wanted, warnings, progress)
                                     : Result<std::vector<ProgramId>>(memory.error());
        if (!programs && programs.error().kind == ErrorKind::Cancelled)
            return programs.error();
        if (!programs) {
            if (!error)
                error = programs.error();
            continue;
        }
        for (const ProgramId program : *programs)
            workers.push_back({document, program, wanted, std::nullopt, nullptr, nullptr});
    }
    if (workers.empty())
        return *error;
    const auto isOfNoHost = [](const Worker& worker) { return worker.file().host.empty(); };
    if (!std::ranges::all_of(workers, isOfNoHost))
        std::erase_if(workers, [&](const Worker& worker) {
            if (isOfNoHost(worker))
                warnings.addNamed("not-a-worker",
                                  worker.file().path + ": left out, because it is no profile of a worker.");
            return isOfNoHost(worker);
        });
    using Key = std::tuple<std::string, std::string, std::string, std::string, std::optional<std::uint64_t>>;
    std::vector<std::pair<Key, std::size_t>> order;
    for (const Worker& worker : workers)
        order.emplace_back(Key(naturalKey(worker.file().session), naturalKey(worker.file().host),
                               naturalKey(worker.file().path), worker.entry().name, worker.entry().id),
                           order.size());
    std::sort(order.begin(), order.end());
    std::vector<Worker> sorted;
    for (const auto& [key, place] : order)
        sorted.push_back(std::move(workers[place]));
    return sorted;
}

/// Returns the positions of equal programs, grouped; the first program leads its group.
std::vector<std::vector<std::size_t>> equalOnes(const std::vector<Worker>& workers)
{
    using Key = std::tuple<const Document*, std::int64_t, std::uint64_t, std::uint64_t>;
    std::map<Key, std::size_t> classes;
    std::vector<std::vector<std::size_t>> result;
    for (std::size_t i = 0; i < workers.size(); ++i) {
        const Worker& worker = workers[i];
        if (!worker.digest) {
            result.push_back({i});
            continue;
        }
        const auto [found, isNew] = classes.try_emplace(
            {worker.document.get(), worker.memory, worker.digest->high, worker.digest->low}, result.size());
        if (isNew)
            result.emplace_back();
        result[found->second].push_back(i);
    }
    return result;
}

/// Returns why a worker has no level, given that an equal worker has an error.
Error errorOf(const Worker& worker, const Worker& equal, const Attributed& ofEqual, const WorkersQuestion& question)
{
    if (&worker == &equal)
        return *ofEqual.error;
    const ProgramOutline& outline = worker.document->outline(worker.program);
    if (outline.error)
        return *outline.error;
    if (!outline.uses(worker.memory))
        return unusedMemory(*worker.document, {worker.program}, worker.memory);
    // The error is the same for all, except for a missing step: the list of steps is not repeated.
    return ofEqual.hasNoSuchStep ? noSuchStep(worker, *question.step, std::nullopt) : *ofEqual.error;
}

/// Attributes the level of every worker. Error: Cancelled, or an error in the question.
Result<void> attributeAll(Workers& all, const WorkersQuestion& question, std::optional<Error>& firstError,
                          const Progress& progress)
{
    std::vector<Worker>& workers = all.list;
    const std::string what = "Reading " + workers.front().document->catalogue().words.programs;
    if (!forEachInParallel(workers.size(), progress, what,
                           [&](std::size_t i) { workers[i].digest = workers[i].document->digest(workers[i].program); }))
        return Progress::cancelledError();
    const std::vector<std::vector<std::size_t>> classes = equalOnes(workers);
    std::vector<Attributed> results(classes.size());
    const Progress quiet{progress.isCancelled, {}}; // progress is reported in programs, not in bytes
    const auto work = [&](std::size_t i) { results[i] = attribute(workers[classes[i].front()], question, quiet); };
    if (!forEachInParallel(classes.size(), progress, what, work, kMostPlans) || progress.cancelled())
        return Progress::cancelledError();
    for (std::size_t i = 0; i < classes.size(); ++i) {
        Attributed& result = results[i];
        if (result.error && result.error->kind == ErrorKind::WrongRule)
            return *result.error;
        if (!result.problems.empty())
            all.problems.push_back({classes[i], std::move(result.problems)});
        for (const std::size_t worker : classes[i]) {
            workers[worker].level = result.level;
            workers[worker].seed004 = result.seed004;
            workers[worker].arguments = result.arguments;
            if (result.error)
                workers[worker].error = errorOf(workers[worker], workers[classes[i].front()], result, question);
        }
    }
    std::ranges::sort(all.problems, {}, [](const ProgramProblems& each) { return each.workers.front(); });
    std::set<std::string> known;
    for (const Warning& warning : all.warnings.list())
        known.insert(warning.text);
    for (const Worker& worker : workers) {
        if (!worker.error)
            continue;
        if (!firstError)
            firstError = worker.error;
        if (known.insert(worker.error->message).second)
            all.warnings.addNamed("worker-without-level", worker.error->message, worker.error->offset);
    }
    return {};
}

template <class F>
WorkerColumn column(std::string id, F bytes)
{
    return {std::move(id), [bytes](const Worker& worker) -> std::optional<std::int64_t> {
                return worker.level ? bytes(*worker.level) : std::nullopt;
            }};
}

std::vector<WorkerColumn> columnsOf(const AttributedLevel& any)
{
    using Bytes = std::optional<std::int64_t>;
    std::vector<WorkerColumn> columns;
    columns.push_back(column("peak_bytes", [](const AttributedLevel& level) { return level.upstreamPeakBytes; }));
    columns.push_back(
        column("occupied_peak_bytes", [](const AttributedLevel& level) { return Bytes(level.peakBytes); }));
    columns.push_back(column("level_bytes", [](const AttributedLevel& level) { return Bytes(level.levelBytes); }));
    columns.push_back(column("arguments_bytes", [](const AttributedLevel& level) { return level.argumentsBytes; }));
    for (std::size_t i = 0; i < any.kinds.size(); ++i) {
        columns.push_back(column("group_" + any.kinds[i].kind.id + "_bytes",
                                 [i](const AttributedLevel& level) { return Bytes(level.kinds[i].occupied); }));
        columns.back().kind = i;
    }
    for (std::size_t i = 0; i < any.categories.size(); ++i) {
        columns.push_back(column("category_" + any.categories[i].category.id + "_bytes",
                                 [i](const AttributedLevel& level) { return Bytes(level.categories[i].occupied); }));
        columns.back().category = i;
    }
    return columns;
}

/// The key for comparing programs. A program that cannot be read equals only itself.
using Identity = std::tuple<std::uint64_t, std::uint64_t, const Worker*>;
Identity identityOf(const Worker& worker)
{
    return worker.digest ? Identity(worker.digest->high, worker.digest->low, nullptr) : Identity(0, 0, &worker);
}

/// The program that most files have. Among equals, the first by path, name and id.
const Worker* mostCommon(const std::vector<const Worker*>& workers)
{
    struct Has {
        std::set<std::string_view> files;
        const Worker* first = nullptr;
    };
    const auto key = [](const Worker* worker) {
        return std::tuple(std::string_view(worker->file().path), std::string_view(worker->entry().name),
                          worker->entry().id);
    };
    std::map<Identity, Has> programs;
    for (const Worker* worker : workers) {
        Has& has = programs[identityOf(*worker)];
        has.files.insert(worker->file().path);
        if (!has.first || key(worker) < key(has.first))
            has.first = worker;
    }
    const Has* best = nullptr;
    for (const auto& [identity, has] : programs)
        if (!best || has.files.size() > best->files.size()
            || (has.files.size() == best->files.size() && key(has.first) < key(best->first)))
            best = &has;
    return best->first;
}

std::string changeText(std::int64_t change)
{
    return (change > 0 ? "+" : "") + bytesText(change);
}

/// Describes the arguments whose shapes differ from those of the most common program.
AmountText differingArguments(const Worker& worker, const Worker& common)
{
    if (worker.arguments && common.arguments)
        return shapeDifference(*worker.arguments, *common.arguments);
    return {};
}

/// Describes how a program differs from the most common one: its arguments, its peak, and the categories that changed
/// most.
std::string differenceText(const Worker& worker, const Worker& common, const AmountText& arguments)
{
    if (!worker.digest)
        return "its program cannot be read";
    std::string text = textOr(withAmounts(arguments), "another program");
    if (!worker.level)
        return text + ", without a level here";
    if (!common.level)
        return text;
    const std::int64_t change = worker.level->peakBytes - common.level->peakBytes;
    const std::string peak = bytesText(worker.level->peakBytes);
    if (change == 0)
        text += " with the same peak, " + peak;
    else
        text += "; its peak is " + changeWords(change, "below", "above") + " the usual one: " + peak + " instead of "
            + bytesText(common.level->peakBytes);
    struct Change {
        std::int64_t bytes;
        std::string_view category;
    };
    std::vector<Change> changes;
    for (std::size_t i = 0; i < common.level->categories.size(); ++i) {
        const CategorySum& own = worker.level->categories[i];
        const std::int64_t bytes = own.occupied - common.level->categories[i].occupied;
        if (bytes != 0)
            changes.push_back({bytes, own.category.label});
    }
    std::ranges::stable_sort(changes, std::ranges::greater(), [](const Change& c) { return std::abs(c.bytes); });
    constexpr std::size_t kMostNamed = 3;
    for (std::size_t i = 0; i < std::min(kMostNamed, changes.size()); ++i)
        text += (i == 0 ? "; " : ", ") + inSentence(changes[i].category) + " " + changeText(changes[i].bytes);
    return text;
}

/// Adds the files in which no program is the common one, each with its first program. All `workers` have the same name.
void addDiffering(const Workers& all, const std::vector<const Worker*>& workers,
                  std::vector<DifferingWorker>& differing)
{
    const Worker& common = *mostCommon(workers);
    const auto place = [&](const Worker* worker) { return static_cast<std::size_t>(worker - all.list.data()); };
    std::map<std::string_view, const Worker*> others; // first worker of each file, by path
    std::set<std::string_view> alike;
    for (const Worker* worker : workers) {
        others.try_emplace(worker->file().path, worker);
        if (identityOf(*worker) == identityOf(common))
            alike.insert(worker->file().path);
    }
    for (const Worker* worker : workers) {
        if (!alike.contains(worker->file().path) && others[worker->file().path] == worker) {
            const AmountText arguments = differingArguments(*worker, common);
            differing.push_back({place(worker), place(&common), differenceText(*worker, common, arguments), arguments});
        }
    }
}

} // namespace

std::string Worker::name() const
{
    return validUtf8(session.empty() ? file().sourceName() : session + '/' + file().sourceName());
}

Warnings Workers::allWarnings(const std::function<bool(const ProgramProblems&)>& isShownElsewhere) const
{
    Warnings result = warnings;
    std::map<std::string, std::size_t> named; // number of problems, by code
    for (const ProgramProblems& each : problems) {
        if (isShownElsewhere && isShownElsewhere(each))
            continue;
        if (list.size() == 1) {
            result.add(each.problems);
            continue;
        }
        const std::size_t others = each.workers.size() - 1;
        const std::string name = nameOf(list[each.workers.front()])
            + (others == 0 ? "" : " and " + groupedNumber(static_cast<std::int64_t>(others)) + " more equal to it");
        for (Warning warning : each.problems.list()) {
            warning.file = name;
            if (++named[warning.code] <= kNamedProblems)
                result.addApart(std::move(warning));
            else
                result.addNamed(warning.code, name + ": " + warning.text, warning.offset, warning.memory);
        }
    }
    return result;
}

ColumnRange rangeOf(const std::string& program, const WorkerColumn& column, const std::vector<const Worker*>& workers)
{
    std::vector<std::int64_t> values;
    for (const Worker* worker : workers)
        if (const auto bytes = column.bytes(*worker))
            values.push_back(*bytes);
    ColumnRange range{program, column.id, std::nullopt, std::nullopt, std::nullopt};
    if (values.empty())
        return range;
    const auto count = static_cast<std::int64_t>(values.size());
    std::int64_t whole = 0; // sum of quotients, because the sum of values might overflow
    std::int64_t rest = 0;
    for (const std::int64_t value : values) {
        whole += value / count;
        rest += value % count;
    }
    range.least = std::ranges::min(values);
    range.average = whole + (rest + count / 2) / count;
    range.most = std::ranges::max(values);
    return range;
}

Result<Workers> attributeWorkers(const Documents& documents, const WorkersQuestion& question, const Progress& progress)
{
    Workers workers;
    auto list = findWorkers(documents, question.choice, workers.warnings, progress);
    if (!list)
        return list.error();
    workers.list = std::move(*list);
    const auto sessionOf = [](const Worker& worker) { return worker.file().session; };
    if (std::ranges::adjacent_find(workers.list, std::not_equal_to(), sessionOf) != workers.list.end())
        for (Worker& worker : workers.list)
            worker.session = sessionOf(worker);
    std::optional<Error> why;
    if (const auto done = attributeAll(workers, question, why, progress); !done)
        return done.error();
    const auto any = std::ranges::find_if(workers.list, [](const Worker& worker) { return worker.level != nullptr; });
    if (any == workers.list.end())
        return *why;
    for (const KindSum& kind : any->level->kinds)
        workers.kinds.push_back(kind.kind);
    for (const CategorySum& category : any->level->categories)
        workers.categories.push_back(category.category);
    workers.columns = columnsOf(*any->level);
    std::map<std::string, std::vector<const Worker*>> byName;
    for (const Worker& worker : workers.list)
        byName[worker.entry().name].push_back(&worker);
    for (const auto& [name, some] : byName) {
        for (const WorkerColumn& column : workers.columns)
            workers.ranges.push_back(rangeOf(name, column, some));
        addDiffering(workers, some, workers.differing);
    }
    return workers;
}

bool WorkerSession::contains(const FileEntry& file) const
{
    return std::ranges::binary_search(paths, file.path);
}

std::vector<WorkerSession> workerSessions(const Documents& documents, const std::string& kind,
                                          const std::string& program)
{
    std::vector<std::string> ofHosts;
    std::map<std::string_view, std::string_view> names; // session of each of them
    WorkerSession others;
    for (const auto& document : documents) {
        if (document->catalogue().kind != kind)
            continue;
        for (const FileEntry& file : document->catalogue().files) {
            (file.session.empty() ? others.paths : ofHosts).push_back(file.path);
            names.emplace(file.path, file.session);
        }
    }
    std::vector<WorkerSession> sessions;
    if (!others.paths.empty())
        sessions.push_back(std::move(others));
    for (std::vector<std::string>& paths : groupIntoRuns(ofHosts))
        sessions.push_back({std::string(names.at(paths.front())), std::move(paths)});
    std::ranges::stable_sort(sessions, {}, [](const WorkerSession& session) { return naturalKey(session.name); });

    std::map<std::string_view, WorkerSession*> sessionOf; // by path
    for (WorkerSession& session : sessions) {
        std::ranges::sort(session.paths);
        for (const std::string& path : session.paths)
            sessionOf.emplace(path, &session);
    }
    for (const auto& document : documents) {
        if (document->catalogue().kind != kind)
            continue;
        std::set<std::pair<FileId, SourceId>> counted;
        for (const ProgramEntry& entry : document->catalogue().programs) {
            if (!program.empty() && entry.name != program)
                continue;
            // Without a name, all files of a source are one worker.
            const bool isOfSource = program.empty() && entry.source;
            if (counted.emplace(isOfSource ? FileId() : entry.file, entry.source).second)
                ++sessionOf.at(document->catalogue().files[entry.file.index()].path)->workers;
        }
    }
    return sessions;
}

} // namespace tidemark
