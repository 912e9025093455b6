#include "core/report/workers_report.h"

#include "core/base/text.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <map>
#include <ostream>
#include <set>

namespace tidemark {
namespace {

Cell textOrNull(const std::string& text)
{
    return orNull(validUtf8(text));
}

Cell digestCell(const std::optional<Digest>& digest)
{
    if (!digest)
        return {};
    std::array<char, 33> text{};
    std::snprintf(text.data(), text.size(), "%016llx%016llx", static_cast<unsigned long long>(digest->high),
                  static_cast<unsigned long long>(digest->low));
    return std::string(text.data());
}

/// What of a worker is neither a list nor a column of bytes.
struct Scalars {
    std::vector<std::pair<const char*, Cell>> before; // the bytes
    std::vector<std::pair<const char*, Cell>> after;
};

Scalars scalarsOf(const Worker& worker)
{
    const FileEntry& file = worker.file();
    const ProgramEntry& entry = worker.entry();
    const AttributedLevel* level = worker.level.get();
    return {{{"path", Cell(validUtf8(file.path))},
             {"host", textOrNull(file.host)},
             {"session", textOrNull(file.session)},
             {"chips", file.chips ? Cell(std::int64_t{*file.chips}) : Cell()},
             {"module", Cell(validUtf8(entry.name))},
             {"program_id", orNull(entry.id)},
             {"digest", digestCell(worker.digest)},
             {"space", Cell(worker.memory)},
             {"step", level ? Cell(std::int64_t{level->step.value}) : Cell()}},
            {{"gradient_hits", level ? Cell(level->gradientHits) : Cell()}}};
}

bool isScalar(const WorkerColumn& column)
{
    return !column.kind && !column.category;
}

class WorkersJson
{
public:
    WorkersJson(std::ostream& out, const Workers& workers)
        : m_json(out, JsonLayout::Spaced)
        , m_workers(workers)
    { }

    void write(const std::string& rules)
    {
        m_json.beginObject();
        field("rules", validUtf8(rules));
        m_json.key("workers").beginArray(JsonLayout::Rows);
        for (const Worker& worker : m_workers.list)
            writeWorker(worker);
        m_json.endArray();
        m_json.key("aggregate").beginArray(JsonLayout::Rows);
        for (const ColumnRange& range : m_workers.ranges) {
            m_json.beginObject();
            field("module", validUtf8(range.program));
            field("column", range.column);
            field("min", orNull(range.least));
            field("average", orNull(range.average));
            field("max", orNull(range.most));
            m_json.endObject();
        }
        m_json.endArray();
        m_json.key("differing").beginArray(JsonLayout::Rows);
        for (const DifferingWorker& differing : m_workers.differing)
            writeDiffering(differing);
        m_json.endArray();
        m_json.endObject();
    }

private:
    void field(const char* name, const Cell& cell)
    {
        m_json.key(name);
        writeCell(m_json, cell);
    }
    /// Nulls where there is none.
    void sum(const RowSum* sum)
    {
        field("count", sum ? Cell(sum->count) : Cell());
        field("occupied_bytes", sum ? Cell(sum->occupied) : Cell());
        field("size_bytes", sum ? Cell(sum->size) : Cell());
    }

    void writeWorker(const Worker& worker)
    {
        const AttributedLevel* level = worker.level.get();
        const Scalars scalars = scalarsOf(worker);
        m_json.beginObject();
        for (const auto& [name, cell] : scalars.before)
            field(name, cell);
        for (const WorkerColumn& column : m_workers.columns)
            if (isScalar(column))
                field(column.id.c_str(), orNull(column.bytes(worker)));
        m_json.key("groups").beginArray();
        for (std::size_t i = 0; i < m_workers.kinds.size(); ++i) {
            m_json.beginObject();
            field("group", m_workers.kinds[i].id);
            sum(level ? &level->kinds[i] : nullptr);
            m_json.endObject();
        }
        m_json.endArray();
        m_json.key("categories").beginArray();
        for (std::size_t i = 0; i < m_workers.categories.size(); ++i)
            writeCategory(m_workers.categories[i], level ? &level->categories[i] : nullptr);
        m_json.endArray();
        for (const auto& [name, cell] : scalars.after)
            field(name, cell);
        m_json.key("checks").beginArray();
        if (level)
            for (const Check& check : level->checks)
                writeCheck(check);
        m_json.endArray();
        m_json.endObject();
    }

    void writeCategory(const RowCategory& category, const CategorySum* found)
    {
        m_json.beginObject();
        field("category", category.id);
        sum(found);
        field("largest", found ? orNull(found->largest) : Cell());
        m_json.key("roles").beginArray();
        if (found)
            for (const RoleSum& role : found->roles) {
                m_json.beginObject();
                field("role", orNull(role.role));
                sum(&role);
                m_json.endObject();
            }
        m_json.endArray();
        m_json.endObject();
    }

    void writeCheck(const Check& check)
    {
        m_json.beginObject();
        field("check", check.name);
        field("left", textOrNull(check.left));
        field("left_bytes", orNull(check.leftBytes));
        field("right", textOrNull(check.right));
        field("right_bytes", orNull(check.rightBytes));
        field("verdict", std::string(verdictName(check.verdict)));
        field("text", textOrNull(check.text));
        m_json.endObject();
    }

    void writeDiffering(const DifferingWorker& differing)
    {
        const Worker& worker = m_workers.list[differing.worker];
        m_json.beginObject();
        field("path", validUtf8(worker.file().path));
        field("host", textOrNull(worker.file().host));
        field("session", textOrNull(worker.file().session));
        field("module", validUtf8(worker.entry().name));
        field("program_id", orNull(worker.entry().id));
        field("text", differing.text);
        m_json.endObject();
    }

    JsonWriter m_json;
    const Workers& m_workers;
};

void writeCsv(std::ostream& out, const Workers& workers)
{
    std::vector<TableColumn> columns;
    const auto add = [&](const auto& scalars) {
        for (const auto& [name, cell] : scalars)
            columns.push_back({name});
    };
    const auto addBytes = [&](bool areScalars) {
        for (const WorkerColumn& column : workers.columns)
            if (isScalar(column) == areScalars)
                columns.push_back({column.id});
    };
    const Scalars names = scalarsOf(workers.list.front());
    add(names.before);
    addBytes(true);
    add(names.after);
    addBytes(false);
    const auto writer = makeTableWriter(out, TableFormat::Csv, std::move(columns));
    for (const Worker& worker : workers.list) {
        std::vector<Cell> cells;
        const auto put = [&](const auto& scalars) {
            for (const auto& [name, cell] : scalars)
                cells.push_back(cell);
        };
        const auto putBytes = [&](bool areScalars) {
            for (const WorkerColumn& column : workers.columns)
                if (isScalar(column) == areScalars)
                    cells.push_back(orNull(column.bytes(worker)));
        };
        const Scalars scalars = scalarsOf(worker);
        put(scalars.before);
        putBytes(true);
        put(scalars.after);
        putBytes(false);
        writer->row(std::move(cells));
    }
    writer->finish();
}

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

/// What the script prints for the programs of one name.
void writeSeed004(std::ostream& out, const std::vector<const Worker*>& workers)
{
    out << "workers analyzed: " << workers.size() << "\n\nhost";
    for (const SeedColumn& column : kSeedColumns)
        out << '\t' << column.label;
    out << "\tgradient_hits\n";
    for (const Worker* worker : workers) {
        out << printable(worker->name());
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
            cells.push_back(textOrNull(worker->file().session));
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

/// "w-0 and 9,999 more"
std::string namesOf(const std::vector<const Worker*>& equal)
{
    const std::string first = printable(equal.front()->name());
    return equal.size() == 1 ? first
                             : first + " and " + groupedNumber(static_cast<std::int64_t>(equal.size() - 1)) + " more";
}

/// What is so of what the workers hold all the time.
void writeFacts(std::ostream& out, const std::vector<const Worker*>& workers)
{
    bool isAny = false;
    for (const auto& equal : byLevel(workers)) {
        const std::vector<MemoryFact>& facts = equal.front()->level->facts;
        if (facts.empty())
            continue;
        isAny = true;
        out << namesOf(equal) << ":\n";
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
    std::uint64_t passed = 0;
    for (const auto& equal : byLevel(all))
        for (const Check& check : equal.front()->level->checks) {
            passed += check.verdict == Verdict::Ok ? equal.size() : 0;
            if (check.verdict == Verdict::Fails)
                out << "Check " << check.name << " fails for " << namesOf(equal) << ": " << check.text << ' '
                    << bytesText(check.leftBytes.value_or(0)) << " against " << bytesText(check.rightBytes.value_or(0))
                    << ".\n";
        }
    out << counted(passed, "check") << " passed.\n";
}

void writeText(std::ostream& out, const Workers& workers, const std::string& rules)
{
    std::map<std::string, std::vector<const Worker*>> byName;
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
        out << (workers.list.size() == 1 ? "Nothing to compare it with.\n"
                                         : "No worker has another program of the same name.\n");
    writeChecks(out, workers);
}

} // namespace

void writeWorkers(std::ostream& out, TableFormat format, const Workers& workers, const std::string& rules)
{
    switch (format) {
    case TableFormat::Json:
        WorkersJson(out, workers).write(rules);
        out << '\n';
        return;
    case TableFormat::Csv:
        writeCsv(out, workers);
        return;
    case TableFormat::Text:
        break;
    }
    writeText(out, workers, rules);
}

} // namespace tidemark
