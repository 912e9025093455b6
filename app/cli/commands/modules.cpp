#include "app/cli/commands.h"
#include "app/cli/input_output.h"
#include "core/base/text.h"
#include "core/report/json_writer.h"

#include <algorithm>
#include <ostream>
#include <set>

namespace tidemark::cli {
namespace {

/// A program in the list.
struct Listed {
    const Words* words;
    const FileEntry* file;
    std::string fullName;
    Program program; // with all its memories, or the requested one
};

void writeJson(std::ostream& out, const std::vector<Listed>& programs)
{
    JsonWriter json(out);
    json.beginArray(JsonLayout::Rows);
    for (const Listed& listed : programs) {
        const Program& program = listed.program;
        json.beginObject();
        writeField(json, "path", program.path);
        writeField(json, "host", orNull(program.host));
        writeField(json, "session", orNull(program.session));
        writeField(json, "name", program.name);
        writeField(json, "program_id", orNull(program.id));
        writeField(json, "hlo_bytes", orNull(program.bytes));
        writeField(json, "has_buffer_assignment", program.hasPlan);
        json.key("spaces").beginArray();
        for (const MemoryOutline& memory : program.memories) {
            json.beginObject();
            writeField(json, "space", memory.memory);
            writeField(json, "name", orNull(memory.name));
            writeField(json, "peak_bytes", orNull(memory.upstreamPeakBytes));
            writeField(json, "occupied_peak_bytes", orNull(memory.peakBytes));
            writeField(json, "total_bytes", orNull(memory.totalBytes));
            json.endObject();
        }
        json.endArray();
        writeField(json, "document", program.document);
        json.endObject();
    }
    json.endArray();
    out << '\n';
}

/// Writes one row for each memory, and one row for a program without any.
void writeCsv(std::ostream& out, const std::vector<Listed>& programs)
{
    const auto writer = makeTableWriter(out, TableFormat::Csv,
                                        {{"path", false},
                                         {"host", false},
                                         {"session", false},
                                         {"name", false},
                                         {"program_id"},
                                         {"hlo_bytes"},
                                         {"has_buffer_assignment", false},
                                         {"space"},
                                         {"space_name", false},
                                         {"peak_bytes"},
                                         {"occupied_peak_bytes"},
                                         {"total_bytes"},
                                         {"document", false}});
    for (const Listed& listed : programs) {
        const Program& program = listed.program;
        const auto row = [&](const Cell& number, const MemoryOutline& memory) {
            writer->row({Cell(validUtf8(program.path)), orNull(validUtf8(program.host)),
                         orNull(validUtf8(program.session)), Cell(validUtf8(program.name)), orNull(program.id),
                         orNull(program.bytes), Cell(program.hasPlan), number, orNull(memory.name.value_or("")),
                         orNull(memory.upstreamPeakBytes), orNull(memory.peakBytes), orNull(memory.totalBytes),
                         Cell(program.document)});
        };
        for (const MemoryOutline& memory : program.memories)
            row(memory.memory, memory);
        if (program.memories.empty())
            row({}, {});
    }
    writer->finish();
}

const char* whyWithoutMemories(const Program& program)
{
    if (!program.hasPlan)
        return "no memory plan";
    return program.error ? "unreadable" : "none used";
}

/// "4 modules in 2 files; jit_step(3) in step.pb has the largest peak, 5.06 GiB of HBM (0)."
std::string findingOf(const std::vector<Listed>& programs)
{
    std::set<std::string_view> files;
    std::vector<const Words*> words;
    const Listed* largest = nullptr;
    const MemoryOutline* peak = nullptr;
    for (const Listed& listed : programs) {
        files.insert(listed.file->path);
        words.push_back(listed.words);
        for (const MemoryOutline& memory : listed.program.memories)
            if (memory.peakBytes && (!peak || *memory.peakBytes > *peak->peakBytes)) {
                largest = &listed;
                peak = &memory;
            }
    }
    std::string text = countedPrograms(words) + " in " + counted(files.size(), "file");
    if (largest)
        text += "; " + printable(largest->fullName)
            + (files.size() > 1 ? " in " + printable(fileNameOf(largest->program.path)) : "") + " has the largest "
            + largest->words->peak + ", " + bytesText(*peak->peakBytes) + " of " + peak->text;
    return text + ".";
}

/// In the text output, the path stands once above its programs. The sizes of the programs in the file and the peaks
/// that another tool shows are columns if there are any.
void writeText(std::ostream& out, const std::vector<Listed>& programs, const TextLayout& layout)
{
    out << layout.bold(wrapped(findingOf(programs), layout.columns)) << "\n\n";
    const FileEntry* file = nullptr;
    bool hasUpstream = false;
    bool hasSizes = false;
    std::unique_ptr<TableWriter> writer;
    for (const Listed& listed : programs) {
        if (listed.file != file) {
            if (writer)
                writer->finish();
            file = listed.file;
            out << (writer ? "\n" : "") << printable(file->path) << '\n';
            hasSizes = std::ranges::any_of(
                programs, [file](const Listed& each) { return each.file == file && each.program.bytes; });
            const Words& words = *listed.words;
            hasUpstream = !words.upstream.empty();
            std::vector<TableColumn> columns = {{words.program, false}, {words.memory, false}, {words.peak + "_bytes"}};
            if (hasUpstream)
                columns.push_back({words.upstream + "_peak_bytes"});
            columns.push_back({"allocated_bytes"});
            if (hasSizes)
                columns.push_back({words.size + "_bytes"});
            writer = makeTableWriter(out, TableFormat::Text, std::move(columns));
        }
        const auto row = [&](Cell name, Cell memory, const MemoryOutline* of, Cell size) {
            std::vector<Cell> cells = {std::move(name), std::move(memory), of ? orNull(of->peakBytes) : Cell()};
            if (hasUpstream)
                cells.push_back(of ? orNull(of->upstreamPeakBytes) : Cell());
            cells.push_back(of ? orNull(of->totalBytes) : Cell());
            if (hasSizes)
                cells.push_back(std::move(size));
            writer->row(std::move(cells));
        };
        Cell name = validUtf8(listed.fullName);
        Cell size;
        if (listed.program.bytes)
            size = static_cast<std::int64_t>(*listed.program.bytes);
        if (listed.program.memories.empty())
            row(name, Cell(std::string(whyWithoutMemories(listed.program))), nullptr, size);
        for (const MemoryOutline& memory : listed.program.memories)
            row(std::exchange(name, std::string()), Cell(memory.text), &memory, std::exchange(size, std::string()));
    }
    if (writer)
        writer->finish();
}

/// Lists the programs of one document that are asked for, and prints which damage was survived in each. Returns an
/// error when there is no such program.
Result<std::vector<Listed>> listOf(const Document& document, const Choice& choice)
{
    const auto memory = findMemory(document, choice);
    if (!memory)
        return memory.error();
    const auto found = findPrograms(document, choice);
    if (!found)
        return found.error();
    if (!outlineAll(document, *found, terminalProgress()))
        return Progress::cancelledError();
    std::vector<Listed> listed;
    Warnings damage;
    for (const ProgramId program : *found) {
        const ProgramOutline& outline = document.outline(program);
        if (outline.isDamaged())
            damage.addApart(outline.damage());
        Warnings survived;
        for (const Warning& warning : outline.warnings.list())
            if (!*memory || warning.memory.value_or(**memory) == **memory)
                survived.addApart(warning);
        const Catalogue& catalogue = document.catalogue();
        const FileEntry& file = catalogue.fileOf(program);
        const std::string name = catalogue.programs[program.index()].fullName();
        damage.addOf(printable(file.path) + ", " + printable(name), survived);
        if (*memory && !outline.uses(**memory))
            continue;
        listed.push_back({&catalogue.words, &file, name, programOf(document, program)});
        if (*memory)
            std::erase_if(listed.back().program.memories,
                          [&](const MemoryOutline& each) { return each.memory != **memory; });
    }
    printWarnings(damage);
    if (listed.empty())
        return unusedMemory(document, *found, **memory);
    return listed;
}

} // namespace

int runModules(const Options& options)
{
    const auto documents = open(options);
    if (!documents)
        return fail(documents.error());
    std::vector<Listed> programs;
    Unanswered unanswered(options.choice);
    for (const auto& document : *documents) {
        auto listed = listOf(*document, options.choice);
        if (listed)
            std::ranges::move(*listed, std::back_inserter(programs));
        else
            unanswered.add(*document, listed.error());
    }
    if (programs.empty())
        return fail(unanswered.error());
    unanswered.print();
    const TextLayout layout = textLayout(options);
    return output(options, [&](std::ostream& out) {
        if (options.format == TableFormat::Json)
            writeJson(out, programs);
        else if (options.format == TableFormat::Csv)
            writeCsv(out, programs);
        else
            writeText(out, programs, layout);
    });
}

} // namespace tidemark::cli
