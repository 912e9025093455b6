#include "core/link/resident.h"
#include "app/cli/commands.h"
#include "app/cli/input_output.h"
#include "core/base/text.h"
#include "core/report/json_writer.h"

#include <algorithm>
#include <map>
#include <optional>
#include <ostream>
#include <set>

namespace tidemark::cli {
namespace {

/// The programs of one worker. A device never holds programs of two workers.
struct OfWorker {
    std::vector<ProgramId> programs;
    std::string worker; // empty if there is only one
    std::size_t notRun = 0; // programs that are left out because they did not run in the capture
};

/// The sum of the peaks in a memory.
std::int64_t peaksOf(const Document& document, const std::vector<ProgramId>& programs, std::int64_t memory)
{
    std::int64_t sum = 0;
    for (const ProgramId program : programs)
        sum += document.outline(program).peakIn(memory).value_or(0);
    return sum;
}

/// The named programs, or all. Of several workers, the one that has all named ones and needs most. Error: no worker has
/// all of them.
Result<OfWorker> programsOf(const Document& document, const Options& options, std::int64_t memory)
{
    std::vector<std::string> names = options.programs;
    if (names.empty())
        names.emplace_back();
    std::map<SourceId, std::vector<ProgramId>> bySource;
    std::map<SourceId, std::size_t> matched; // number of names
    for (const std::string& name : names) {
        Choice choice = options.choice;
        choice.program = name;
        const auto found = findPrograms(document, choice);
        if (!found)
            return found.error();
        std::set<SourceId> sources;
        for (const ProgramId program : *found) {
            const SourceId source = document.catalogue().programs[program.index()].source;
            sources.insert(source);
            if (std::ranges::find(bySource[source], program) == bySource[source].end())
                bySource[source].push_back(program);
        }
        for (const SourceId source : sources)
            ++matched[source];
    }
    std::optional<SourceId> best;
    for (const auto& [source, programs] : bySource)
        if (matched[source] == names.size()
            && (!best || peaksOf(document, programs, memory) > peaksOf(document, bySource[*best], memory)))
            best = source;
    if (!best)
        return Error{ErrorKind::Ambiguous,
                     document.catalogue().title()
                         + ": no worker has all of these modules. One device holds the modules of one worker.",
                     std::nullopt};
    const bool hasSeveral = document.catalogue().sources.size() > 1;
    const std::vector<ProgramId>& all = bySource[*best];
    auto ran = options.programs.empty() ? programsThatRan(document, all, terminalProgress())
                                        : Result<std::vector<ProgramId>>(all);
    if (!ran)
        return ran.error();
    const std::size_t notRun = all.size() - ran->size();
    return OfWorker{std::move(*ran), hasSeveral ? document.catalogue().sources[best->index()].name : std::string(),
                    notRun};
}

void writeText(std::ostream& out, const Options& options, const Resident& resident, const std::string& subject,
               std::size_t notRun)
{
    const TextLayout layout = textLayout(options);
    out << layout.bold(wrapped(withAmounts(residentText(resident)), layout.columns)) << '\n' << subject << "\n\n";
    std::set<std::string> names;
    for (const ResidentProgram& program : resident.programs)
        names.insert(program.name);
    const bool areDistinct = names.size() == resident.programs.size();
    std::vector<TableColumn> columns
        = {{"arguments_bytes"}, {"constants_bytes"}, {"while_it_runs_bytes"}, {"total_bytes"}, {"module", false}};
    if (!areDistinct)
        columns.push_back({"path", false});
    const auto writer = makeTableWriter(out, TableFormat::Text, std::move(columns));
    for (const ResidentProgram& program : resident.programs) {
        std::vector<Cell> cells = {program.arguments, program.constants, program.rest, program.total(), program.name};
        if (!areDistinct)
            cells.emplace_back(program.path);
        writer->row(std::move(cells));
    }
    writer->finish();
    const auto line = [&](const char* label, std::int64_t bytes) { out << "  " << label << bytesText(bytes) << '\n'; };
    out << '\n';
    line("All arguments            ", resident.arguments);
    line("All constants            ", resident.constants);
    line("Largest while it runs    ", resident.rest);
    line("At most                  ", resident.most);
    line("At least, if shared      ", resident.least);
    if (notRun > 0)
        out << '\n'
            << wrapped("Left out: " + counted(notRun, "module")
                           + " that did not run in the capture. --module names them.",
                       layout.columns)
            << '\n';
    out << '\n' << wrapped(kResidentAssumption, layout.columns) << '\n';
}

void writeJson(std::ostream& out, const Resident& resident, const std::string& memory, const OfWorker& of)
{
    JsonWriter json(out);
    json.beginObject();
    writeField(json, "sentence", withAmounts(residentText(resident)));
    writeField(json, "space_name", memory);
    writeField(json, "host", orNull(of.worker));
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
        writeField(json, "path", validUtf8(program.path));
        writeField(json, "arguments_bytes", program.arguments);
        writeField(json, "constants_bytes", program.constants);
        writeField(json, "while_it_runs_bytes", program.rest);
        writeField(json, "total_bytes", program.total());
        json.endObject();
    }
    json.endArray();
    writeField(json, "not_run", static_cast<std::int64_t>(of.notRun));
    json.key("unread").beginArray();
    for (const std::string& name : resident.unread)
        json.value(name);
    json.endArray();
    json.key("refused").beginArray();
    for (const std::string& name : resident.refused)
        json.value(name);
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
    const auto memory = findMemory(document, options.choice);
    if (!memory)
        return fail(memory.error());
    const std::int64_t number = memory->value_or(0);
    const auto those = programsOf(document, options, number);
    if (!those)
        return fail(those.error());
    const RefusedPrograms refused = options.programs.empty() ? RefusedPrograms::LeaveOut : RefusedPrograms::Count;
    const auto resident = residentOf(document, those->programs, number, options.device, refused, terminalProgress());
    if (!resident)
        return fail(resident.error());
    const std::string space = document.memoryText(document.catalogue().fileOf(those->programs.front()), number);
    return output(options, [&](std::ostream& out) {
        if (options.format == TableFormat::Json)
            writeJson(out, *resident, space, *those);
        else
            writeText(out, options, *resident, space + framed("  of worker ", printable(those->worker)), those->notRun);
    });
}

} // namespace tidemark::cli
