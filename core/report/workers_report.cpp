#include "core/report/workers_report.h"

#include "core/base/text.h"
#include "core/report/workers_text.h"

#include <array>
#include <cstdio>
#include <ostream>

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
