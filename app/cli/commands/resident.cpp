#include "core/link/resident.h"
#include "app/cli/commands.h"
#include "app/cli/input_output.h"
#include "core/base/text.h"
#include "core/report/json_writer.h"

#include <algorithm>
#include <ostream>

namespace tidemark::cli {
namespace {

/// The programs that the options name, of one source: a device holds the programs of one worker.
Result<std::vector<ProgramId>> programsOf(const Document& document, const Options& options, std::string& source)
{
    std::vector<ProgramId> found;
    std::vector<std::string> names = options.programs;
    if (names.empty())
        names.emplace_back();
    for (const std::string& name : names) {
        Choice choice = options.choice;
        choice.program = name;
        const auto programs = findPrograms(document, choice);
        if (!programs)
            return programs.error();
        for (const ProgramId program : *programs)
            if (std::ranges::find(found, program) == found.end())
                found.push_back(program);
    }
    const Catalogue& catalogue = document.catalogue();
    const SourceId first = catalogue.programs[found.front().index()].source;
    const auto isOfOther = [&](ProgramId program) { return catalogue.programs[program.index()].source != first; };
    if (std::erase_if(found, isOfOther) > 0)
        source = catalogue.sources[first.index()].name;
    return found;
}

void writeText(std::ostream& out, const Options& options, const Resident& resident, const std::string& subject)
{
    const TextLayout layout = textLayout(options);
    out << layout.bold(wrapped(withAmounts(residentText(resident)), layout.columns)) << '\n' << subject << "\n\n";
    const auto writer = makeTableWriter(
        out, TableFormat::Text,
        {{"arguments_bytes"}, {"constants_bytes"}, {"while_it_runs_bytes"}, {"total_bytes"}, {"module", false}});
    for (const ResidentProgram& program : resident.programs)
        writer->row({program.arguments, program.constants, program.rest, program.total(), program.name});
    writer->finish();
    const auto line = [&](const char* label, std::int64_t bytes) { out << "  " << label << bytesText(bytes) << '\n'; };
    out << '\n';
    line("All arguments            ", resident.arguments);
    line("All constants            ", resident.constants);
    line("Largest while it runs    ", resident.rest);
    line("At most                  ", resident.most);
    line("At least, if shared      ", resident.least);
    out << '\n' << wrapped(kResidentAssumption, layout.columns) << '\n';
}

void writeJson(std::ostream& out, const Resident& resident, const std::string& memory, const std::string& source)
{
    JsonWriter json(out);
    json.beginObject();
    writeField(json, "sentence", withAmounts(residentText(resident)));
    writeField(json, "space_name", memory);
    writeField(json, "host", orNull(source));
    writeField(json, "least_bytes", resident.least);
    writeField(json, "most_bytes", resident.most);
    writeField(json, "arguments_bytes", resident.arguments);
    writeField(json, "constants_bytes", resident.constants);
    writeField(json, "largest_while_running_bytes", resident.rest);
    writeField(json, "device", orNull(resident.capacity.device));
    writeField(json, "capacity_bytes", orNull(resident.capacity.bytes));
    json.key("programs").beginArray();
    for (const ResidentProgram& program : resident.programs) {
        json.beginObject();
        writeField(json, "module", program.name);
        writeField(json, "arguments_bytes", program.arguments);
        writeField(json, "constants_bytes", program.constants);
        writeField(json, "while_it_runs_bytes", program.rest);
        writeField(json, "total_bytes", program.total());
        json.endObject();
    }
    json.endArray();
    writeField(json, "assumption", kResidentAssumption);
    json.endObject();
    out << '\n';
}

} // namespace

int runResident(const Options& options)
{
    const auto documents = open(options);
    if (!documents)
        return fail(documents.error());
    const auto compiled
        = std::ranges::find_if(*documents, [](const auto& document) { return document->catalogue().kind == "xla"; });
    if (compiled == documents->end())
        return fail({ErrorKind::NotFound,
                     documents->front()->catalogue().title()
                         + ": there is no compiled program. This command adds up the needs of compiled programs.",
                     std::nullopt});
    const Document& document = **compiled;
    std::string source;
    const auto programs = programsOf(document, options, source);
    if (!programs)
        return fail(programs.error());
    const auto memory = findMemory(document, options.choice);
    if (!memory)
        return fail(memory.error());
    const std::int64_t number = memory->value_or(0);
    const auto resident = residentOf(document, *programs, number, options.device, terminalProgress());
    if (!resident)
        return fail(resident.error());
    const std::string space = document.memoryText(document.catalogue().fileOf(programs->front()), number);
    return output(options, [&](std::ostream& out) {
        if (options.format == TableFormat::Json)
            writeJson(out, *resident, space, source);
        else
            writeText(out, options, *resident, space + framed("  of worker ", source));
    });
}

} // namespace tidemark::cli
