#include "core/report/comparison_report.h"

#include "core/base/text.h"
#include "core/compare/comparison_headline.h"

#include <algorithm>
#include <cstdlib>
#include <ostream>

namespace tidemark {
namespace {

constexpr std::size_t kMostRows = 40; // most rows in the table for people

void writeStep(JsonWriter& json, const char* name, const ComparedStep& of)
{
    json.key(name).beginObject();
    writeField(json, "path", of.view->path);
    writeField(json, "module", of.view->program);
    writeField(json, "program_id", orNull(of.view->programId));
    writeField(json, "space", of.view->memory);
    writeField(json, "step", std::int64_t{of.step.value});
    writeField(json, "level_bytes", of.level());
    writeField(json, "occupied_peak_bytes", of.peakBytes());
    json.endObject();
}

void writeChange(JsonWriter& json, const std::optional<std::int64_t>& a, const std::optional<std::int64_t>& b)
{
    std::optional<std::int64_t> change;
    if (a && b)
        change = *b - *a;
    writeField(json, "a_bytes", orNull(a));
    writeField(json, "b_bytes", orNull(b));
    writeField(json, "change_bytes", orNull(change));
}

/// The cells of a row in JSON and CSV, in the order of comparedColumns().
std::vector<Cell> cellsOf(const ComparedGroup& group)
{
    return {Cell(std::string(idOf(group.state))),
            orNull(group.path),
            orNull(group.shape),
            Cell(group.kind),
            Cell(group.category.id),
            static_cast<std::int64_t>(group.a.count),
            static_cast<std::int64_t>(group.b.count),
            group.a.bytes,
            group.b.bytes,
            group.change(),
            orNull(group.opcode),
            orNull(group.name)};
}

const std::vector<TableColumn>& comparedColumns()
{
    static const std::vector<TableColumn> kColumns = {
        {"state", false}, {"op_name", false}, {"shape", false}, {"kind", false},  {"category", false}, {"a_count"},
        {"b_count"},      {"a_bytes"},        {"b_bytes"},      {"change_bytes"}, {"opcode", false},   {"name", false}};
    return kColumns;
}

void writeFiguresJson(JsonWriter& json, const std::vector<ComparedFigure>& figures)
{
    json.key("figures").beginArray(JsonLayout::Rows);
    for (const ComparedFigure& figure : figures) {
        json.beginObject();
        json.key("name").value(figure.id);
        writeChange(json, figure.a, figure.b);
        json.endObject();
    }
    json.endArray();
}

/// `workers` may be null.
void writeWorkers(JsonWriter& json, const ComparedWorkers* workers)
{
    json.key("workers");
    if (!workers) {
        json.null();
        return;
    }
    json.beginObject();
    writeField(json, "host", validUtf8(workers->host));
    writeField(json, "common", static_cast<std::int64_t>(workers->common));
    writeField(json, "larger", static_cast<std::int64_t>(workers->larger));
    writeField(json, "smaller", static_cast<std::int64_t>(workers->smaller));
    writeField(json, "only_a", static_cast<std::int64_t>(workers->onlyA));
    writeField(json, "only_b", static_cast<std::int64_t>(workers->onlyB));
    json.endObject();
}

void writeJson(std::ostream& out, const Comparison& comparison, const ComparedWorkers* workers)
{
    JsonWriter json(out, JsonLayout::Spaced);
    json.beginObject();
    writeStep(json, "a", comparison.a);
    writeStep(json, "b", comparison.b);
    writeWorkers(json, workers);
    writeFiguresJson(json, comparison.figures);
    json.key("categories").beginArray(JsonLayout::Rows);
    for (const ComparedCategory& each : comparison.categories) {
        json.beginObject();
        json.key("category").value(each.category.id);
        writeChange(json, each.a.bytes, each.b.bytes);
        json.key("roles").beginArray(JsonLayout::Spaced);
        for (const ComparedCategory::Role& role : each.roles) {
            json.beginObject();
            writeField(json, "role", orNull(role.name));
            writeChange(json, role.a.bytes, role.b.bytes);
            json.endObject();
        }
        json.endArray();
        json.endObject();
    }
    json.endArray();
    json.key("rows").beginArray(JsonLayout::Rows);
    for (const ComparedGroup& group : comparison.groups) {
        json.beginObject();
        const std::vector<Cell> cells = cellsOf(group);
        for (std::size_t i = 0; i < cells.size(); ++i) {
            writeField(json, comparedColumns()[i].name, cells[i]);
        }
        json.endObject();
    }
    json.endArray().endObject();
    out << '\n';
}

std::string signedText(std::int64_t change)
{
    return change == 0 ? bytesText(0) : (change < 0 ? "-" : "+") + bytesText(std::abs(change));
}

/// The cells of a row for people: the name, A, B and the change.
std::vector<Cell> changeRow(const std::string& name, const std::optional<std::int64_t>& a,
                            const std::optional<std::int64_t>& b)
{
    const auto bytes = [](const std::optional<std::int64_t>& of) { return of ? Cell(bytesText(*of)) : Cell(); };
    return {Cell(name), bytes(a), bytes(b), a && b ? Cell(signedText(*b - *a)) : Cell()};
}

std::string stepLine(const char* name, const ComparedStep& of)
{
    const View& view = *of.view;
    std::string text = std::string(name) + "  " + printable(view.programText) + "  " + view.memoryText;
    if (view.axis.kind != AxisKind::None)
        text += "  " + view.axis.cell + " " + groupedNumber(of.step.value) + " of " + groupedNumber(view.axis.count)
            + (of.isPeak() ? " (peak)" : "");
    text += "  " + bytesText(of.level());
    if (of.isListing())
        text += of.freeBytes > 0 ? " in use" : " listed";
    return text + "\n   " + printable(view.path) + '\n';
}

void writeChangedGroups(std::ostream& out, const Comparison& comparison, const TextLayout& layout)
{
    std::vector<const ComparedGroup*> changed;
    std::size_t same = 0;
    std::int64_t sameBytes = 0;
    for (const ComparedGroup& group : comparison.groups)
        if (group.state != ChangeState::Same) {
            changed.push_back(&group);
        } else {
            ++same;
            sameBytes += group.a.bytes;
        }
    if (!changed.empty()) {
        const auto writer = makeTableWriter(out, TableFormat::Text,
                                            {{"change"},
                                             {"state", false},
                                             {"A"},
                                             {"in A"},
                                             {"B"},
                                             {"in B"},
                                             {"type", false},
                                             {"op name", false, true},
                                             {"shape", false}},
                                            layout.tableColumns);
        for (std::size_t i = 0; i < std::min(kMostRows, changed.size()); ++i)
            writer->row({Cell(signedText(changed[i]->change())), Cell(std::string(labelOf(changed[i]->state))),
                         Cell(bytesText(changed[i]->a.bytes)), static_cast<std::int64_t>(changed[i]->a.count),
                         Cell(bytesText(changed[i]->b.bytes)), static_cast<std::int64_t>(changed[i]->b.count),
                         Cell(changed[i]->kind), Cell(nameOf(*changed[i])), orNull(shapesOf(comparison, *changed[i]))});
        writer->finish();
    }
    std::int64_t left = 0;
    for (std::size_t i = kMostRows; i < changed.size(); ++i)
        left += changed[i]->change();
    if (changed.size() > kMostRows)
        out << "and " << counted(changed.size() - kMostRows, "more group that differs", "more groups that differ")
            << ", " << signedText(left) << " together: --format csv has all\n";
    if (same > 0)
        out << counted(same, "group") << " the same in both, " << bytesText(sameBytes) << '\n';
}

/// Writes the figures that differ, except those of categories.
void writeFigures(std::ostream& out, const std::vector<ComparedFigure>& figures)
{
    std::vector<const ComparedFigure*> shown;
    for (const ComparedFigure& figure : figures)
        if (!figure.label.empty() && figure.a != figure.b)
            shown.push_back(&figure);
    if (shown.empty())
        return;
    const auto writer = makeTableWriter(out, TableFormat::Text, {{"figure", false}, {"A"}, {"B"}, {"change"}});
    for (const ComparedFigure* figure : shown)
        writer->row(changeRow(figure->label, figure->a, figure->b));
    writer->finish();
    out << '\n';
}

void writeText(std::ostream& out, const Comparison& comparison, const TextLayout& layout,
               const ComparedWorkers* workers)
{
    out << layout.bold(wrapped(headlineOf(comparison) + ".", layout.columns)) << "\n\n";
    if (workers)
        out << wrapped(workersText(*workers), layout.columns) << "\n\n";
    out << stepLine("A", comparison.a) << stepLine("B", comparison.b) << '\n';
    writeFigures(out, comparison.figures);
    const auto writer = makeTableWriter(out, TableFormat::Text, {{"category", false}, {"A"}, {"B"}, {"change"}});
    for (const ComparedCategory& each : comparison.categories) {
        writer->row(changeRow(each.category.label, each.a.bytes, each.b.bytes));
        for (const ComparedCategory::Role& role : each.roles)
            if (each.roles.size() > 1 && role.change() != 0)
                writer->row(changeRow("  " + textOr(role.name, "others"), role.a.bytes, role.b.bytes));
    }
    const bool isOfLists = comparison.a.isListing() || comparison.b.isListing();
    const bool isOfUse = comparison.a.freeBytes > 0 || comparison.b.freeBytes > 0;
    const char* all = "All";
    if (isOfUse)
        all = "All in use";
    else if (isOfLists)
        all = "All listed";
    writer->row(changeRow(all, comparison.a.level(), comparison.b.level()));
    writer->finish();
    if (comparison.groups.empty())
        return;
    out << '\n';
    writeChangedGroups(out, comparison, layout);
}

} // namespace

std::string workersText(const ComparedWorkers& workers)
{
    const auto count = [](std::size_t number) { return groupedNumber(static_cast<std::int64_t>(number)); };
    std::string text = "Worker " + printable(workers.host) + " is compared";
    if (workers.larger > 0)
        text += ": its peak grew most";
    else if (workers.smaller == workers.common)
        text += ": its peak shrank least";
    std::string counts;
    const auto add = [&](std::size_t number, const char* one, const char* many) {
        if (number > 0)
            addTo(counts, ", ", count(number) + worded(number, one, many));
    };
    add(workers.larger, " needs more", " need more");
    add(workers.smaller, " needs less", " need less");
    add(workers.common - workers.larger - workers.smaller, " needs the same", " need the same");
    text += ". Of " + count(workers.common) + worded(workers.common, " worker", " workers") + " in both, " + counts
        + ".";
    counts.clear();
    add(workers.onlyA, " is only in A", " are only in A");
    add(workers.onlyB, " is only in B", " are only in B");
    return text + framed(" ", counts, ".");
}

void writeComparison(std::ostream& out, TableFormat format, const Comparison& comparison, const TextLayout& layout,
                     const ComparedWorkers* workers)
{
    if (format == TableFormat::Json)
        return writeJson(out, comparison, workers);
    if (format == TableFormat::Text)
        return writeText(out, comparison, layout, workers);
    const auto writer = makeTableWriter(out, format, comparedColumns());
    for (const ComparedGroup& group : comparison.groups)
        writer->row(cellsOf(group));
    writer->finish();
}

void writeSavedComparison(std::ostream& out, TableFormat format, const SavedComparison& comparison)
{
    const std::int64_t peakB = comparison.b->peakBytes();
    if (format == TableFormat::Json) {
        JsonWriter json(out, JsonLayout::Spaced);
        json.beginObject();
        json.key("a").beginObject();
        json.key("path").value(validUtf8(comparison.path));
        json.key("module").value(comparison.module);
        for (const char* unknown : {"program_id", "space", "step", "level_bytes"})
            json.key(unknown).null();
        json.key("occupied_peak_bytes").value(comparison.peakBytes);
        json.endObject();
        writeStep(json, "b", *comparison.b);
        writeWorkers(json, nullptr);
        writeFiguresJson(json, comparison.figures);
        json.key("categories").beginArray().endArray();
        json.key("rows").beginArray().endArray();
        json.endObject();
        out << '\n';
        return;
    }
    if (format == TableFormat::Csv) {
        const auto writer = makeTableWriter(out, format, {{"name", false}, {"a_bytes"}, {"b_bytes"}, {"change_bytes"}});
        for (const ComparedFigure& figure : comparison.figures)
            writer->row({Cell(figure.id), orNull(figure.a), orNull(figure.b), orNull(figure.change())});
        writer->finish();
        return;
    }
    const std::int64_t change = peakB - comparison.peakBytes;
    out << "B's peak is " << (change == 0 ? "the same, " + bytesText(peakB) : changeWords(change, "lower", "higher"))
        << ".\n\nA  " << printable(comparison.module) << "  " << bytesText(comparison.peakBytes)
        << ", a saved summary: figures only\n   " << printable(comparison.path) << '\n'
        << stepLine("B", *comparison.b) << '\n';
    writeFigures(out, comparison.figures);
}

} // namespace tidemark
