#include "core/report/workers_report.h"

#include "core/base/text.h"
#include "core/compare/workers_headline.h"
#include "core/report/table.h"

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

/// The cells of a worker that are neither lists nor columns of bytes.
struct Scalars {
    std::vector<std::pair<const char*, Cell>> before; // fields before the columns of bytes
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
        writeField(m_json, "rules", validUtf8(rules));
        m_json.key("workers").beginArray(JsonLayout::Rows);
        for (const Worker& worker : m_workers.list)
            writeWorker(worker);
        m_json.endArray();
        m_json.key("aggregate").beginArray(JsonLayout::Rows);
        for (const ColumnRange& range : m_workers.ranges) {
            m_json.beginObject();
            writeField(m_json, "module", validUtf8(range.program));
            writeField(m_json, "column", range.column);
            writeField(m_json, "min", orNull(range.least));
            writeField(m_json, "average", orNull(range.average));
            writeField(m_json, "max", orNull(range.most));
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
    /// Writes nulls if there is no sum.
    void sum(const RowSum* sum)
    {
        const auto field = [&](const char* name, auto RowSum::*value) {
            writeField(m_json, name, sum ? Cell(sum->*value) : Cell());
        };
        field("count", &RowSum::count);
        field("occupied_bytes", &RowSum::occupied);
        field("size_bytes", &RowSum::size);
    }

    void writeWorker(const Worker& worker)
    {
        const AttributedLevel* level = worker.level.get();
        const Scalars scalars = scalarsOf(worker);
        m_json.beginObject();
        for (const auto& [name, cell] : scalars.before)
            writeField(m_json, name, cell);
        for (const WorkerColumn& column : m_workers.columns)
            if (isScalar(column))
                writeField(m_json, column.id.c_str(), orNull(column.bytes(worker)));
        m_json.key("groups").beginArray();
        for (std::size_t i = 0; i < m_workers.kinds.size(); ++i) {
            m_json.beginObject();
            writeField(m_json, "group", m_workers.kinds[i].id);
            sum(level ? &level->kinds[i] : nullptr);
            m_json.endObject();
        }
        m_json.endArray();
        m_json.key("categories").beginArray();
        for (std::size_t i = 0; i < m_workers.categories.size(); ++i)
            writeCategory(m_workers.categories[i], level ? &level->categories[i] : nullptr);
        m_json.endArray();
        for (const auto& [name, cell] : scalars.after)
            writeField(m_json, name, cell);
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
        writeField(m_json, "category", category.id);
        sum(found);
        writeField(m_json, "uncertain_bytes", found ? Cell(found->uncertain) : Cell());
        writeField(m_json, "largest", found ? orNull(found->largest) : Cell());
        m_json.key("roles").beginArray();
        if (found)
            for (const RoleSum& role : found->roles) {
                m_json.beginObject();
                writeField(m_json, "role", orNull(role.role));
                sum(&role);
                m_json.endObject();
            }
        m_json.endArray();
        m_json.endObject();
    }

    void writeCheck(const Check& check)
    {
        m_json.beginObject();
        writeField(m_json, "check", check.name);
        writeField(m_json, "left", textOrNull(check.left));
        writeField(m_json, "left_bytes", orNull(check.leftBytes));
        writeField(m_json, "right", textOrNull(check.right));
        writeField(m_json, "right_bytes", orNull(check.rightBytes));
        writeField(m_json, "verdict", std::string(verdictName(check.verdict)));
        writeField(m_json, "text", textOrNull(check.text));
        m_json.endObject();
    }

    void writeDiffering(const DifferingWorker& differing)
    {
        const Worker& worker = m_workers.list[differing.worker];
        m_json.beginObject();
        writeField(m_json, "path", validUtf8(worker.file().path));
        writeField(m_json, "host", textOrNull(worker.file().host));
        writeField(m_json, "session", textOrNull(worker.file().session));
        writeField(m_json, "module", validUtf8(worker.entry().name));
        writeField(m_json, "program_id", orNull(worker.entry().id));
        writeField(m_json, "text", differing.text);
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

/// Formats bytes in GiB: "4.468".
std::string gib(double bytes)
{
    std::array<char, 64> text{};
    std::snprintf(text.data(), text.size(), "%.3f", bytes / (1024.0 * 1024 * 1024));
    return text.data();
}

/// A column of seed 004's table, with its label in seed 004 and in the tables below.
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

/// The names of workers in texts. The program is added if a file has several of the programs.
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
    /// Names equal workers: "w-0 and 9,999 more".
    std::string of(const std::vector<const Worker*>& equal) const
    {
        return of(*equal.front()) + andMore(equal.size(), 1);
    }

private:
    std::map<std::string_view, std::size_t> m_programs; // number of programs, by path
};

/// Writes the output of seed 004's script for the programs of one name.
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

/// Groups the workers that have a level by equal programs, in the order of the first worker of each group.
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

/// The label of a column: "KV cache" for "category_kv_cache_bytes".
std::string labelOf(const Workers& workers, const WorkerColumn& column)
{
    return column.category ? "  " + workers.categories[*column.category].label : column.id;
}

/// Writes the table. Equal workers share a column. The peak comes first, then its parts.
void writeTable(std::ostream& out, const Workers& workers, const std::vector<const Worker*>& some)
{
    constexpr std::size_t kMostGroups = 3; // so many fit into 100 columns with ids of 20 digits
    constexpr std::size_t kNameColumns = 20;
    std::vector<std::vector<const Worker*>> groups = byLevel(some);
    std::ranges::stable_sort(groups, std::ranges::greater(),
                             [](const auto& equal) { return equal.front()->level->peakBytes; });
    const std::size_t hidden = groups.size() > kMostGroups ? groups.size() - kMostGroups : 0;
    groups.resize(groups.size() - hidden);
    const WorkerNames names(some);
    std::vector<TableColumn> headings = {{"", false}};
    for (std::size_t i = 0; i < groups.size(); ++i)
        headings.push_back({""});
    const auto writer = makeTableWriter(out, TableFormat::Text, headings);
    const auto row = [&](const std::string& label, const auto& cellOf) {
        std::vector<Cell> cells = {Cell(label)};
        for (const auto& equal : groups)
            cells.push_back(cellOf(equal));
        writer->row(std::move(cells));
    };
    row("Worker", [&](const auto& equal) {
        const std::string name = names.of(*equal.front());
        return Cell(groups.size() > 1 ? cutStart(name, kNameColumns) : name);
    });
    if (some.size() > 1)
        row("Equal workers", [](const auto& equal) { return Cell(static_cast<std::int64_t>(equal.size())); });
    row("Program id", [](const auto& equal) { return orNull(equal.front()->entry().id); });
    row("Step", [](const auto& equal) { return Cell(std::int64_t{equal.front()->level->step.value}); });
    const auto bytes = [](const std::optional<std::int64_t>& of) { return of ? Cell(bytesText(*of)) : Cell(); };
    const auto isLevelThePeak
        = [](const auto& equal) { return equal.front()->level->levelBytes == equal.front()->level->peakBytes; };
    row("Peak", [&](const auto& equal) { return bytes(equal.front()->level->peakBytes); });
    if (!std::ranges::all_of(groups, isLevelThePeak))
        row("At the step", [&](const auto& equal) { return bytes(equal.front()->level->levelBytes); });
    for (const WorkerColumn& column : workers.columns) {
        const auto isUsed = [&](const auto& equal) { return column.bytes(*equal.front()).value_or(0) != 0; };
        if (column.category && std::ranges::any_of(groups, isUsed))
            row(labelOf(workers, column), [&](const auto& equal) { return bytes(column.bytes(*equal.front())); });
    }
    writer->finish();
    if (hidden > 0)
        out << "and " << counted(hidden, "program") << " with smaller peaks: -f csv has every worker\n";
}

/// Writes the facts about memory that the workers hold all the time.
void writeFacts(std::ostream& out, const std::vector<const Worker*>& workers, const TextLayout& layout)
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
            out << "  " << wrapped(withAmounts(factText(fact)), layout.columns - 4, "    ") << '\n';
    }
    if (isAny)
        out << '\n';
}

/// "64 MiB of KV cache, 1 MiB of inputs". Empty if all is certain.
std::string uncertainText(const AttributedLevel& level)
{
    std::string parts;
    for (const CategorySum& sum : level.categories)
        if (sum.uncertain > 0)
            parts += (parts.empty() ? "" : ", ") + bytesText(sum.uncertain) + " of " + sum.category.inSentence();
    return printable(parts);
}

/// Writes how many bytes have a category that is only probable.
void writeUncertain(std::ostream& out, const std::vector<const Worker*>& workers, const TextLayout& layout)
{
    bool isAny = false;
    const WorkerNames names(workers);
    for (const auto& equal : byLevel(workers)) {
        const std::string parts = uncertainText(*equal.front()->level);
        if (parts.empty())
            continue;
        isAny = true;
        out << wrapped("Only probable in " + names.of(equal) + ", because the evidence is weak: " + parts + ".",
                       layout.columns)
            << '\n';
    }
    if (isAny)
        out << '\n';
}

/// Writes the failed checks, then the number of those that passed.
void writeChecks(std::ostream& out, const Workers& workers, const TextLayout& layout)
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
                out << wrapped("Check " + check.name + " fails for " + names.of(equal) + ": " + check.text + ' '
                                   + bytesText(check.leftBytes.value_or(0)) + " against "
                                   + bytesText(check.rightBytes.value_or(0)) + ".",
                               layout.columns)
                    << '\n';
        }
    out << counted(passed, "check") << " passed.\n";
}

/// The main result: which worker differs. For a single worker, the category that holds most.
std::string findingOf(const Workers& workers)
{
    const Worker& only = workers.list.front();
    if (workers.list.size() > 1 || !only.level || only.level->levelBytes <= 0)
        return headlineOf(workers) + ".";
    const auto& categories = only.level->categories;
    const auto largest = std::ranges::max_element(categories, {}, &CategorySum::occupied);
    return largest->label() + ": " + bytesText(largest->occupied) + ", "
        + percentText(largest->occupied, only.level->levelBytes) + " of " + bytesText(only.level->levelBytes) + ".";
}

void writeWorkersText(std::ostream& out, const Workers& workers, const std::string& rules, const TextLayout& layout)
{
    std::map<std::string, std::vector<const Worker*>> byName;
    for (const Worker& worker : workers.list)
        byName[worker.entry().name].push_back(&worker);
    if (rules != "seed-004")
        out << layout.bold(wrapped(printable(findingOf(workers)), layout.columns)) << "\n\n";
    for (const auto& [name, some] : byName) {
        if (rules != "seed-004" || byName.size() > 1)
            out << printable(name) << (rules == "built-in" ? "" : ", rules: " + printable(rules)) << '\n';
        std::vector<const Worker*> analyzed;
        std::ranges::copy_if(some, std::back_inserter(analyzed), [](const Worker* w) { return w->seed004 != nullptr; });
        if (!analyzed.empty()) {
            writeSeed004(out, analyzed);
            continue;
        }
        writeTable(out, workers, some);
        out << '\n';
        writeUncertain(out, some, layout);
        writeFacts(out, some, layout);
    }
    for (const DifferingWorker& differing : workers.differing) {
        const Worker& worker = workers.list[differing.worker];
        out << wrapped(printable(worker.name()) + " differs in " + printable(worker.entry().name) + ": "
                           + differing.text + ".",
                       layout.columns)
            << '\n';
    }
    writeChecks(out, workers, layout);
}

} // namespace

void writeWorkers(std::ostream& out, TableFormat format, const Workers& workers, const std::string& rules,
                  const TextLayout& layout)
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
    writeWorkersText(out, workers, rules, layout);
}

} // namespace tidemark
