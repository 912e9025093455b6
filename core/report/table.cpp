#include "core/report/table.h"

#include "core/base/text.h"
#include "core/report/text_layout.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <ostream>

namespace tidemark {
namespace {

std::string plainText(const Cell& cell)
{
    struct Visitor {
        std::string operator()(std::monostate) const { return {}; }
        std::string operator()(std::int64_t v) const { return std::to_string(v); }
        std::string operator()(std::uint64_t v) const { return std::to_string(v); }
        std::string operator()(double v) const
        {
            std::array<char, 32> text{};
            return {text.data(), std::to_chars(text.data(), text.data() + text.size(), v).ptr};
        }
        std::string operator()(bool v) const { return v ? "true" : "false"; }
        std::string operator()(const std::string& v) const { return v; }
        std::string operator()(const std::vector<std::int64_t>& v) const { return joined(v, ";"); }
        std::string operator()(const std::vector<std::string>& v) const { return joined(v, ";"); }
    };
    return std::visit(Visitor(), cell);
}

struct CellToJson {
    JsonWriter& json;
    void operator()(std::monostate) const { json.null(); }
    template <class T>
    void operator()(const T& value) const
    {
        json.value(value);
    }
    template <class T>
    void operator()(const std::vector<T>& values) const
    {
        json.beginArray();
        for (const T& value : values)
            json.value(value);
        json.endArray();
    }
};

void writeObject(JsonWriter& json, const std::vector<TableColumn>& columns, const std::vector<Cell>& cells)
{
    json.beginObject();
    for (std::size_t i = 0; i < columns.size(); ++i)
        writeField(json, columns[i].name, cells[i]);
    json.endObject();
}

/// Replaces what would steer a terminal that shows the CSV. Line breaks and tabs stay: they are part of a name.
std::string withoutControls(std::string_view text)
{
    constexpr std::string_view kBreaks = "\n\r\t";
    std::string result;
    while (true) {
        const std::size_t end = text.find_first_of(kBreaks);
        result += printable(text.substr(0, end));
        if (end == std::string_view::npos)
            return result;
        result += text[end];
        text.remove_prefix(end + 1);
    }
}

/// A spreadsheet runs a cell that begins with one of these as a formula, unless an apostrophe comes first.
bool looksLikeFormula(std::string_view text)
{
    constexpr std::string_view kFormulas = "=+-@\t\r";
    return !text.empty() && kFormulas.find(text.front()) != std::string_view::npos;
}

std::string csvField(const std::string& text)
{
    if (text.find_first_of(",\"\r\n") == std::string::npos)
        return text;
    std::string result = "\"";
    for (const char c : text)
        result += c == '"' ? std::string("\"\"") : std::string(1, c);
    return result + "\"";
}

std::string csvCell(const Cell& cell)
{
    const std::string text = withoutControls(plainText(cell));
    const bool isText
        = std::holds_alternative<std::string>(cell) || std::holds_alternative<std::vector<std::string>>(cell);
    return csvField(isText && looksLikeFormula(text) ? "'" + text : text);
}

std::string csvLine(const std::vector<Cell>& cells)
{
    return joined(cells, ",", csvCell) + "\r\n";
}

std::string header(const std::vector<TableColumn>& columns)
{
    return joined(columns, ",", [](const TableColumn& column) { return csvField(column.name); }) + "\r\n";
}

bool isBytes(const TableColumn& column)
{
    return column.name.ends_with("_bytes") || column.name == "bytes";
}

std::string humanText(const TableColumn& column, const Cell& cell)
{
    if (std::holds_alternative<std::monostate>(cell))
        return "–";
    const auto* integer = std::get_if<std::int64_t>(&cell);
    // Names in a file may contain line breaks or escape sequences. A terminal must not interpret them.
    return integer && isBytes(column) ? bytesText(*integer) : printable(plainText(cell));
}

class JsonTable : public TableWriter
{
public:
    JsonTable(std::ostream& out, std::vector<TableColumn> columns)
        : m_out(out)
        , m_json(out, JsonLayout::Spaced)
        , m_columns(std::move(columns))
    {
        m_json.beginArray(JsonLayout::Rows);
    }
    void row(std::vector<Cell> cells) override { writeObject(m_json, m_columns, cells); }
    void finish() override
    {
        m_json.endArray();
        m_out << '\n';
    }

private:
    std::ostream& m_out;
    JsonWriter m_json;
    std::vector<TableColumn> m_columns;
};

class CsvTable : public TableWriter
{
public:
    CsvTable(std::ostream& out, const std::vector<TableColumn>& columns)
        : m_out(out)
    {
        m_out << header(columns);
    }
    void row(std::vector<Cell> cells) override { m_out << csvLine(cells); }
    void finish() override { }

private:
    std::ostream& m_out;
};

class TextTable : public TableWriter
{
public:
    TextTable(std::ostream& out, std::vector<TableColumn> columns, std::size_t width)
        : m_out(out)
        , m_columns(std::move(columns))
        , m_width(width)
    {
        std::vector<std::string> names;
        for (const TableColumn& column : m_columns) {
            std::string name = column.name;
            std::ranges::replace(name, '_', ' ');
            names.push_back(name.ends_with(" bytes") ? name.substr(0, name.size() - 6) : name);
        }
        m_widths.assign(m_columns.size(), 0);
        m_pending.push_back(std::move(names));
    }
    void row(std::vector<Cell> cells) override
    {
        std::vector<std::string> texts;
        for (std::size_t i = 0; i < cells.size(); ++i)
            texts.push_back(humanText(m_columns[i], cells[i]));
        if (m_streaming) {
            print(texts);
            return;
        }
        for (const std::string& text : texts)
            m_pendingBytes += text.size();
        m_pending.push_back(std::move(texts));
        constexpr std::size_t kMeasured = 2000;
        constexpr std::size_t kMeasuredBytes = 4 << 20;
        if (m_pending.size() > kMeasured || m_pendingBytes > kMeasuredBytes)
            flush();
    }
    void finish() override { flush(); }

private:
    void flush()
    {
        for (const auto& texts : m_pending)
            for (std::size_t i = 0; i < texts.size(); ++i)
                m_widths[i] = std::max(m_widths[i], std::min<std::size_t>(terminalColumns(texts[i]), 72));
        if (m_width > 0)
            narrow();
        for (const auto& texts : m_pending)
            print(texts);
        m_pending.clear();
        m_streaming = true;
    }
    /// Takes columns from the widest text until a line fits.
    void narrow()
    {
        constexpr std::size_t kLeast = 16;
        std::size_t line = 2 * (m_widths.size() - 1);
        for (const std::size_t width : m_widths)
            line += width;
        while (line > m_width) {
            std::size_t* widest = nullptr;
            for (std::size_t i = 0; i < m_widths.size(); ++i)
                if (!m_columns[i].isNumber && m_widths[i] > kLeast && (!widest || m_widths[i] > *widest))
                    widest = &m_widths[i];
            if (!widest)
                return;
            --*widest;
            --line;
        }
    }
    std::string cut(const std::string& text, std::size_t i) const
    {
        if (m_width == 0 || m_columns[i].isNumber)
            return text;
        return m_columns[i].isCutAtStart ? cutStart(text, m_widths[i]) : cutEnd(text, m_widths[i]);
    }
    void print(const std::vector<std::string>& texts)
    {
        std::string line;
        for (std::size_t i = 0; i < texts.size(); ++i)
            line += (i > 0 ? "  " : "") + padded(cut(texts[i], i), m_widths[i], m_columns[i].isNumber);
        line.erase(line.find_last_not_of(' ') + 1);
        m_out << line << '\n';
    }

    std::ostream& m_out;
    std::vector<TableColumn> m_columns;
    std::size_t m_width;
    std::vector<std::size_t> m_widths;
    std::vector<std::vector<std::string>> m_pending;
    std::size_t m_pendingBytes = 0;
    bool m_streaming = false;
};

} // namespace

std::unique_ptr<TableWriter> makeTableWriter(std::ostream& out, TableFormat format, std::vector<TableColumn> columns,
                                             std::size_t width)
{
    switch (format) {
    case TableFormat::Json:
        return std::make_unique<JsonTable>(out, std::move(columns));
    case TableFormat::Csv:
        return std::make_unique<CsvTable>(out, columns);
    case TableFormat::Text:
        break;
    }
    return std::make_unique<TextTable>(out, std::move(columns), width);
}

void writeRecord(std::ostream& out, TableFormat format, const std::vector<TableColumn>& columns,
                 const std::vector<Cell>& cells)
{
    if (format == TableFormat::Json) {
        JsonWriter json(out, JsonLayout::Spaced);
        writeObject(json, columns, cells);
        out << '\n';
    } else if (format == TableFormat::Csv) {
        out << header(columns) << csvLine(cells);
    } else {
        std::size_t widest = 0;
        for (const TableColumn& column : columns)
            widest = std::max(widest, column.name.size());
        for (std::size_t i = 0; i < columns.size(); ++i)
            out << padded(columns[i].name, widest) << "  " << humanText(columns[i], cells[i]) << '\n';
    }
}

void writeCell(JsonWriter& json, const Cell& cell)
{
    std::visit(CellToJson{json}, cell);
}

void writeField(JsonWriter& json, std::string_view name, const Cell& cell)
{
    json.key(name);
    writeCell(json, cell);
}

} // namespace tidemark
