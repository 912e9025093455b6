#include "core/report/workers_text.h"

#include "core/base/text.h"
#include "core/report/table.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <map>
#include <ostream>
#include <set>

namespace tidemark {
namespace {

/// "4.468"
std::string gib(double bytes)
{
    std::array<char, 64> text{};
    std::snprintf(text.data(), text.size(), "%.3f", bytes / (1024.0 * 1024 * 1024));
    return text.data();
}

/// A column of seed 004's table, with its labels there and below.
struct SeedColumn {
    const char* label;
    const char* name;
    std::int64_t Seed004Line::*bytes;
};
constexpr std::array<SeedColumn, 6> kSeedColumns = {{
    {"peak_GiB", "peak_mib", &Seed004Line::peakBytes},
    {"entry_params_GiB", "entry_params_mib", &Seed004Line::argumentsBytes},
    {"kv_cache_GiB", "kv_cache_mib", &Seed004Line::cacheBytes},
    {"model_params_GiB", "model_params_mib", &Seed004Line::parametersBytes},
    {"temporary_GiB", "group_temporary_mib", &Seed004Line::temporariesBytes},
    {"output_GiB", "group_output_mib", &Seed004Line::outputsBytes},
}};

/// What texts call workers: with the program, where several of them are programs of one file.
class WorkerNames
{
public:
    explicit WorkerNames(const std::vector<const Worker*>& workers)
    {
        for (const Worker* worker : workers)
            ++m_programs[worker->file().path];
    }

    std::string of(const Worker& worker) const
    {
        return printable(worker.name())
            + (m_programs.at(worker.file().path) > 1 ? ", " + printable(worker.entry().fullName()) : "");
    }
    /// "w-0 and 9,999 more"
    std::string of(const std::vector<const Worker*>& equal) const
    {
        const std::string first = of(*equal.front());
        return equal.size() == 1
            ? first
            : first + " and " + groupedNumber(static_cast<std::int64_t>(equal.size() - 1)) + " more";
    }

private:
    std::map<std::string_view, std::size_t> m_programs; // how many, by path
};

/// What the script prints for the programs of one name.
void writeSeed004(std::ostream& out, const std::vector<const Worker*>& workers)
{
    out << "workers analyzed: " << workers.size() << "\n\nhost";
    for (const SeedColumn& column : kSeedColumns)
        out << '\t' << column.label;
    out << "\tgradient_hits\n";
    const WorkerNames names(workers);
    for (const Worker* worker : workers) {
        out << names.of(*worker);
        for (const SeedColumn& column : kSeedColumns)
            out << '\t' << gib(static_cast<double>((*worker->seed004).*column.bytes));
        out << '\t' << worker->seed004->gradientHits << '\n';
    }
    out << "\nAggregate min/avg/max (GiB):\n";
    for (const SeedColumn& column : kSeedColumns) {
        const auto bytes = [&](const Worker* worker) { return (*worker->seed004).*column.bytes; };
        const auto [least, most] = std::ranges::minmax(workers, {}, bytes);
        double sum = 0;
        for (const Worker* worker : workers)
            sum += static_cast<double>(bytes(worker));
        out << column.name << ": " << gib(static_cast<double>(bytes(least))) << '/'
            << gib(sum / static_cast<double>(workers.size())) << '/' << gib(static_cast<double>(bytes(most))) << '\n';
    }
    const auto hits = [](const Worker* worker) { return worker->seed004->gradientHits; };
    const auto [least, most] = std::ranges::minmax(workers, {}, hits);
    out << "gradient_marker_hits: " << hits(least) << " / " << hits(most) << "\n\n";
}

/// Columns of our table: what somebody has, and what nothing decides.
std::vector<const WorkerColumn*> columnsFor(const Workers& workers, const std::vector<const Worker*>& some)
{
    std::vector<const WorkerColumn*> columns;
    for (const WorkerColumn& column : workers.columns) {
        const bool isUsed
            = std::ranges::any_of(some, [&](const Worker* worker) { return column.bytes(*worker).value_or(0) != 0; });
        if (!column.kind && column.id != "peak_bytes" && (isUsed || column.id == "category_unknown_bytes"))
            columns.push_back(&column);
    }
    return columns;
}

std::string headingOf(const Workers& workers, const WorkerColumn& column)
{
    return column.category ? workers.categories[*column.category].id + "_bytes" : column.id;
}

/// Every worker, then the least, the mean and the most of several.
void writeTable(std::ostream& out, const Workers& workers, const std::string& program,
                const std::vector<const Worker*>& some)
{
    const std::vector<const WorkerColumn*> columns = columnsFor(workers, some);
    std::set<std::string_view> sessions;
    for (const Worker* worker : some)
        sessions.insert(worker->file().session);
    const bool hasSessions = sessions.size() > 1;
    std::vector<TableColumn> headings;
    if (hasSessions)
        headings.push_back({"session", false});
    headings.insert(headings.end(), {{"worker", false}, {"chips"}, {"program_id"}, {"step"}});
    for (const WorkerColumn* column : columns)
        headings.push_back({headingOf(workers, *column)});
    const auto writer = makeTableWriter(out, TableFormat::Text, headings);
    for (const Worker* worker : some) {
        std::vector<Cell> cells;
        if (hasSessions)
            cells.push_back(orNull(validUtf8(worker->file().session)));
        cells.push_back(worker->name());
        cells.push_back(worker->file().chips ? Cell(std::int64_t{*worker->file().chips}) : Cell());
        cells.push_back(orNull(worker->entry().id));
        cells.push_back(worker->level ? Cell(std::int64_t{worker->level->step.value}) : Cell());
        for (const WorkerColumn* column : columns)
            cells.push_back(orNull(column->bytes(*worker)));
        writer->row(std::move(cells));
    }
    const auto first = std::ranges::lower_bound(workers.ranges, program, {}, &ColumnRange::program);
    const auto addRange = [&](const char* name, std::optional<std::int64_t> ColumnRange::*value) {
        std::vector<Cell> cells(headings.size() - columns.size(), Cell(std::string()));
        cells[hasSessions ? 1 : 0] = std::string(name);
        for (const WorkerColumn* column : columns)
            for (auto range = first; range != workers.ranges.end() && range->program == program; ++range)
                if (range->column == column->id)
                    cells.push_back(orNull((*range).*value));
        writer->row(std::move(cells));
    };
    if (some.size() > 1) {
        addRange("min", &ColumnRange::least);
        addRange("average", &ColumnRange::average);
        addRange("max", &ColumnRange::most);
    }
    writer->finish();
}

/// Those that have a level, of equal programs together, in the order of the first of each.
std::vector<std::vector<const Worker*>> byLevel(const std::vector<const Worker*>& workers)
{
    std::map<const AttributedLevel*, std::size_t> places;
    std::vector<std::vector<const Worker*>> equal;
    for (const Worker* worker : workers) {
        if (!worker->level)
            continue;
        const auto [place, isNew] = places.try_emplace(worker->level.get(), equal.size());
        if (isNew)
            equal.emplace_back();
        equal[place->second].push_back(worker);
    }
    return equal;
}

/// What is so of what the workers hold all the time.
void writeFacts(std::ostream& out, const std::vector<const Worker*>& workers)
{
    bool isAny = false;
    const WorkerNames names(workers);
    for (const auto& equal : byLevel(workers)) {
        const std::vector<MemoryFact>& facts = equal.front()->level->facts;
        if (facts.empty())
            continue;
        isAny = true;
        out << names.of(equal) << ":\n";
        for (const MemoryFact& fact : facts)
            out << "  " << factText(fact, [](std::int64_t bytes) { return bytesText(bytes); }) << '\n';
    }
    if (isAny)
        out << '\n';
}

/// Those that fail, then how many do not.
void writeChecks(std::ostream& out, const Workers& workers)
{
    std::vector<const Worker*> all;
    for (const Worker& worker : workers.list)
        all.push_back(&worker);
    const WorkerNames names(all);
    std::uint64_t passed = 0;
    for (const auto& equal : byLevel(all))
        for (const Check& check : equal.front()->level->checks) {
            passed += check.verdict == Verdict::Ok ? equal.size() : 0;
            if (check.verdict == Verdict::Fails)
                out << "Check " << check.name << " fails for " << names.of(equal) << ": " << check.text << ' '
                    << bytesText(check.leftBytes.value_or(0)) << " against " << bytesText(check.rightBytes.value_or(0))
                    << ".\n";
        }
    out << counted(passed, "check") << " passed.\n";
}

using ByName = std::map<std::string, std::vector<const Worker*>>;

/// What there is to say where no worker differs.
std::string noneDiffers(const ByName& byName)
{
    std::set<std::string_view> files;
    std::size_t programs = 0;
    bool hasSeveral = false; // a file has different programs of one name
    for (const auto& [name, some] : byName) {
        std::map<std::string_view, const Worker*> firsts; // by file
        for (const Worker* worker : some) {
            files.insert(worker->file().path);
            const Worker* first = firsts.try_emplace(worker->file().path, worker).first->second;
            hasSeveral |= first != worker && (!first->digest || first->digest != worker->digest);
        }
        programs += some.size();
    }
    if (files.size() == 1)
        return programs == 1 ? "Nothing to compare it with."
                             : "All are programs of one worker: there is no other to compare it with.";
    return hasSeveral ? "Some workers have several programs of one name; none lacks the one that most have."
                      : "No worker has another program of the same name.";
}

} // namespace

void writeWorkersText(std::ostream& out, const Workers& workers, const std::string& rules)
{
    ByName byName;
    for (const Worker& worker : workers.list)
        byName[worker.entry().name].push_back(&worker);
    for (const auto& [name, some] : byName) {
        std::vector<const Worker*> analyzed;
        std::ranges::copy_if(some, std::back_inserter(analyzed), [](const Worker* w) { return w->seed004 != nullptr; });
        if (byName.size() > 1)
            out << "Module " << printable(name) << "\n\n";
        if (!analyzed.empty())
            writeSeed004(out, analyzed);
        out << "What " << printable(name) << " occupies, by category (rules: " << printable(rules) << ")\n\n";
        writeTable(out, workers, name, some);
        out << '\n';
        writeFacts(out, some);
    }
    for (const DifferingWorker& differing : workers.differing) {
        const Worker& worker = workers.list[differing.worker];
        out << printable(worker.name()) << " differs in " << printable(worker.entry().name) << ": " << differing.text
            << ".\n";
    }
    if (workers.differing.empty())
        out << noneDiffers(byName) << '\n';
    writeChecks(out, workers);
}

} // namespace tidemark
