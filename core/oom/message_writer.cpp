#include "core/oom/message_writer.h"

#include "core/base/text.h"
#include "core/oom/explain_message.h"
#include "core/oom/headline.h"
#include "core/oom/message.h"
#include "core/report/table.h"

#include <algorithm>
#include <ostream>
#include <set>
#include <string_view>
#include <utility>
#include <vector>

namespace tidemark::oom {
namespace {

/// The cells of a message, a figure, an allocation and a check with their column names, the same in all formats.
using NamedCells = std::vector<std::pair<const char*, Cell>>;

/// The cell of a column. REQUIRES: there is one
auto cellNamed(NamedCells& cells, std::string_view name)
{
    return std::ranges::find(cells, name, [](const auto& cell) { return std::string_view(cell.first); });
}

Cell textOrNull(std::string_view text)
{
    return orNull(validUtf8(text));
}

Cell bytesOrNull(const std::optional<Amount>& amount)
{
    return amount ? Cell(amount->bytes) : Cell();
}

NamedCells cellsOf(std::string_view path, const Message& message)
{
    NamedCells cells = {{"path", Cell(validUtf8(path))},        {"line", Cell(message.line)},
                        {"rank", textOrNull(message.rank)},     {"kind", Cell(std::string(kindName(message.kind)))},
                        {"code", textOrNull(message.code)},     {"module", textOrNull(message.module)},
                        {"device", textOrNull(message.device)}, {"memory", textOrNull(message.memory)}};
    for (const MainFigure& figure : kMainFigures)
        cells.emplace_back(figure.id, bytesOrNull(message.*figure.amount));
    return cells;
}

NamedCells cellsOf(const Figure& figure)
{
    return {{"name", Cell(validUtf8(figure.name))}, {"bytes", bytesOrNull(figure.amount)}};
}

NamedCells cellsOf(const Allocation& allocation)
{
    return {{"number", orNull(allocation.number)},
            {"size_bytes", bytesOrNull(allocation.size)},
            {"unpadded_bytes", bytesOrNull(allocation.unpadded)},
            {"padding_factor", orNull(allocation.paddingFactor)},
            {"shape", textOrNull(allocation.shape)},
            {"op_name", textOrNull(allocation.opName)},
            {"op_type", textOrNull(allocation.opType)},
            {"source_file", textOrNull(allocation.sourceFile)},
            {"source_line", orNull(allocation.sourceLine)},
            {"label", textOrNull(allocation.label)},
            {"allocation_type", textOrNull(allocation.allocationType)},
            {"address", orNull(allocation.address)}};
}

NamedCells cellsOf(const Check& check)
{
    return {{"check", Cell(check.name)},
            {"left", textOrNull(check.left)},
            {"left_bytes", orNull(check.leftBytes)},
            {"right", textOrNull(check.right)},
            {"right_bytes", orNull(check.rightBytes)},
            {"verdict", Cell(std::string(verdictName(check.verdict)))},
            {"text", textOrNull(check.text)}};
}

/// The cells after the lists.
NamedCells lastCells(const Message& message)
{
    return {{"text", Cell(validUtf8(message.text))},
            {"times_logged", Cell(message.timesLogged)},
            {"sentence", textOrNull(sentenceOf(message))}};
}

class JsonMessages : public MessageWriter
{
public:
    explicit JsonMessages(std::ostream& out)
        : m_out(out)
        , m_json(out, JsonLayout::Spaced)
    {
        m_json.beginArray(JsonLayout::Rows);
    }

    void write(std::string_view path, Message message) override
    {
        m_json.beginObject();
        fields(cellsOf(path, message));
        list("figures", message.figures);
        list("allocations", message.allocations);
        list("checks", message.checks);
        fields(lastCells(message));
        m_json.endObject();
    }
    void finish() override
    {
        m_json.endArray();
        m_out << '\n';
    }

private:
    void fields(const NamedCells& cells)
    {
        for (const auto& [name, cell] : cells)
            writeField(m_json, name, cell);
    }
    template <class List>
    void list(const char* name, const List& entries)
    {
        m_json.key(name).beginArray();
        for (const auto& entry : entries) {
            m_json.beginObject();
            fields(cellsOf(entry));
            m_json.endObject();
        }
        m_json.endArray();
    }

    std::ostream& m_out;
    JsonWriter m_json;
};

class CsvMessages : public MessageWriter
{
public:
    explicit CsvMessages(std::ostream& out)
    {
        add("row");
        for (const NamedCells& cells :
             {cellsOf({}, Message()), cellsOf(Figure()), cellsOf(Allocation()), cellsOf(Check())})
            for (const auto& [name, cell] : cells)
                add(name); // the texts of checks and messages share a column
        add("times_logged");
        add("sentence");
        m_table = makeTableWriter(out, TableFormat::Csv, m_columns);
    }

    void write(std::string_view path, Message message) override
    {
        NamedCells whole = cellsOf(path, message);
        const NamedCells which(whole.begin(), cellNamed(whole, "code")); // each row of a list names its message
        row("report", whole, lastCells(message));
        for (const Figure& figure : message.figures)
            row("figure", which, cellsOf(figure));
        for (const Allocation& allocation : message.allocations)
            row("allocation", which, cellsOf(allocation));
        for (const Check& check : message.checks)
            row("check", which, cellsOf(check));
    }
    void finish() override { m_table->finish(); }

private:
    void add(const char* name)
    {
        if (std::ranges::find(m_columns, name, &TableColumn::name) == m_columns.end())
            m_columns.push_back({name});
    }
    void row(const char* what, const NamedCells& which, const NamedCells& cells)
    {
        std::vector<Cell> row(m_columns.size());
        row.front() = Cell(std::string(what));
        for (const NamedCells* const part : {&which, &cells})
            for (const auto& [name, cell] : *part)
                row[static_cast<std::size_t>(std::ranges::find(m_columns, name, &TableColumn::name)
                                             - m_columns.begin())]
                    = cell;
        m_table->row(std::move(row));
    }

    std::vector<TableColumn> m_columns;
    std::unique_ptr<TableWriter> m_table;
};

class TextMessages : public MessageWriter
{
public:
    explicit TextMessages(std::ostream& out)
        : m_out(out)
    { }

    /// Writes a message of several ranks once.
    void write(std::string_view path, Message message) override
    {
        const bool isOfOther = !m_ranks.empty() && isOfOtherRank(path, message);
        if (!isOfOther)
            finish();
        m_ranks.insert(message.rank);
        if (!message.device.empty())
            m_devices.insert(message.device);
        if (!isOfOther) {
            m_path = path;
            m_held = std::move(message);
        }
    }
    void finish() override
    {
        if (m_ranks.empty())
            return;
        m_out << (std::exchange(m_isFirst, false) ? "" : "\n") << headlineOf(m_held) << '\n'
              << "  " << origin(m_path, m_held) << '\n';
        if (m_ranks.size() > 1)
            m_out << "  " << m_ranks.size() << " ranks"
                  << (m_devices.empty() ? "" : " on " + counted(m_devices.size(), "device"))
                  << " have the same message\n";
        if (const std::string next = nextStepOf(m_held); !next.empty())
            m_out << "  " << printable(next) << '\n';
        writeFigures(m_held);
        writeAllocations(m_held);
        writeChecks(m_held);
        m_ranks.clear();
        m_devices.clear();
    }

private:
    bool isOfOtherRank(std::string_view path, const Message& message) const
    {
        const auto isSame = [](const Figure& a, const Figure& b) { return a.name == b.name && a.amount == b.amount; };
        return path == m_path && !message.rank.empty() && !m_ranks.contains(message.rank) && message.form == m_held.form
            && message.module == m_held.module && headlineOf(message) == headlineOf(m_held)
            && std::ranges::equal(message.figures, m_held.figures, isSame) && message.allocations.empty()
            && m_held.allocations.empty();
    }

    /// "train.log:17, rank 3, E1000, module jit_step, device GPU_0_bfc"
    static std::string origin(std::string_view path, const Message& message)
    {
        std::string text = (path == "-" ? "standard input" : std::string(path)) + ":" + std::to_string(message.line);
        const auto add = [&](const char* what, const std::string& value) {
            if (!value.empty())
                text += ", " + std::string(what) + value;
        };
        add("rank ", message.rank);
        std::string kind(kindName(message.kind));
        std::ranges::replace(kind, '_', ' ');
        add("", kind);
        add("", message.code);
        add("module ", message.module);
        add("device ", message.device);
        if (message.timesLogged > 1)
            add("", "logged " + std::to_string(message.timesLogged) + " times");
        return printable(text);
    }

    void writeFigures(const Message& message)
    {
        if (message.figures.empty())
            return;
        m_out << '\n';
        const auto table = makeTableWriter(m_out, TableFormat::Text, {{"figure", false}, {"bytes"}});
        for (const Figure& figure : message.figures)
            row(*table, cellsOf(figure), {{"name"}, {"bytes"}});
        table->finish();
    }

    void writeAllocations(const Message& message)
    {
        if (message.allocations.empty())
            return;
        m_out << '\n';
        const bool isChunks = message.kind == Kind::Bfc;
        // Columns of numbers come first, and the columns with the longest texts last.
        std::vector<TableColumn> columns
            = {{"number"},       {"size_bytes"},   {"unpadded_bytes"}, {"padding_factor"}, {"allocation_type", false},
               {"shape", false}, {"label", false}, {"op_name", false}};
        if (isChunks)
            columns = {{"address"}, {"size_bytes"}, {"allocation_type", false}};
        const auto table = makeTableWriter(m_out, TableFormat::Text, columns);
        for (Allocation allocation : message.allocations) {
            if (!allocation.tag.empty()) // all windows of a kernel have the kernel's label
                allocation.label = allocation.tag;
            NamedCells cells = cellsOf(allocation);
            if (allocation.address) // as in the log
                cellNamed(cells, "address")->second = Cell(addressText(*allocation.address));
            row(*table, std::move(cells), columns);
        }
        table->finish();
    }

    static void row(TableWriter& table, NamedCells cells, const std::vector<TableColumn>& columns)
    {
        std::vector<Cell> row;
        for (const TableColumn& column : columns)
            row.push_back(cellNamed(cells, column.name)->second);
        table.row(std::move(row));
    }

    /// Writes the checks that did not pass, and the number of those that passed.
    void writeChecks(const Message& message)
    {
        std::string remarks;
        for (const Check& check : message.checks) {
            if (check.verdict == Verdict::Ok)
                continue;
            remarks += "  " + std::string(verdictName(check.verdict)) + ": "
                + sidesText(check, [](std::int64_t bytes) { return bytesText(bytes); }) + "\n";
        }
        if (!message.checks.empty())
            m_out << '\n' << printableLines(remarks) << countChecks(message.checks).text() << ".\n";
    }

    std::ostream& m_out;
    bool m_isFirst = true;
    std::string m_path;
    Message m_held; // the first of equal messages
    std::set<std::string> m_ranks; // of these messages; empty: none is held
    std::set<std::string> m_devices;
};

} // namespace

std::unique_ptr<MessageWriter> makeMessageWriter(std::ostream& out, TableFormat format)
{
    switch (format) {
    case TableFormat::Json:
        return std::make_unique<JsonMessages>(out);
    case TableFormat::Csv:
        return std::make_unique<CsvMessages>(out);
    case TableFormat::Text:
        break;
    }
    return std::make_unique<TextMessages>(out);
}

} // namespace tidemark::oom
