#include "core/link/resident.h"
#include "app/cli/commands.h"
#include "app/cli/input_output.h"
#include "core/base/text.h"
#include "core/files/find_inputs.h"
#include "core/report/json_writer.h"

#include <algorithm>
#include <filesystem>
#include <map>
#include <optional>
#include <ostream>
#include <set>

namespace tidemark::cli {
namespace {

/// What is asked of one document: programs of one of its workers. A device never holds programs of two workers.
struct OfDocument {
    ProgramsInMemory asked;
    std::string worker; // empty if there is only one
    std::size_t notRun = 0; // programs that are left out because they did not run in the capture
};

/// What the documents of a path are opened with. Profiles of a session are its workers, and a device holds the programs
/// of one of them. Other profiles are captures of their own. The program files of a folder belong together.
std::string captureOf(const std::vector<FileEnding>& endings, const std::string& path)
{
    namespace fs = std::filesystem;
    std::error_code ignored;
    if (!fs::is_regular_file(path, ignored))
        return path;
    const fs::path folder = fs::absolute(path, ignored).lexically_normal().parent_path();
    const fs::path above = folder.parent_path();
    const bool isOfSession = above.filename() == "profile" && above.parent_path().filename() == "plugins";
    return isOfHost(endings, path) && !isOfSession ? path : folder.string();
}

/// One document or more for each capture.
Result<Documents> openCaptures(const Options& options)
{
    const std::vector<FileEnding> endings = endingsOf(options.kinds);
    std::vector<std::pair<std::string, Options>> captures;
    for (const std::string& path : options.paths) {
        const std::string capture = captureOf(endings, path);
        auto known = std::ranges::find(captures, capture, &std::pair<std::string, Options>::first);
        if (known == captures.end()) {
            known = captures.emplace(known, capture, options);
            known->second.paths.clear();
        }
        known->second.paths.push_back(path);
    }
    Documents documents;
    for (const auto& [capture, ofCapture] : captures) {
        const auto opened = open(ofCapture);
        if (!opened)
            return opened.error();
        documents.insert(documents.end(), opened->begin(), opened->end());
    }
    return documents;
}

/// The sum of the peaks in a memory.
std::int64_t peaksOf(const Document& document, const std::vector<ProgramId>& programs, std::int64_t memory)
{
    std::int64_t sum = 0;
    for (const ProgramId program : programs)
        sum += document.outline(program).peakIn(memory).value_or(0);
    return sum;
}

/// The named programs that the document has, or all, of the worker that has most of the names and needs most.
/// `unmatched` loses the names that were found. Error: the document has none of them.
Result<OfDocument> programsOf(const Document& document, const Options& options, std::set<std::string>& unmatched)
{
    const auto chosen = findMemory(document, options.choice);
    if (!chosen)
        return chosen.error();
    const std::int64_t memory = chosen->value_or(0);
    std::vector<std::string> names = options.programs;
    if (names.empty())
        names.emplace_back();
    std::map<SourceId, std::vector<ProgramId>> bySource;
    std::map<SourceId, std::set<std::string>> matched;
    std::optional<Error> error;
    for (const std::string& name : names) {
        Choice choice = options.choice;
        choice.program = name;
        const auto found = findPrograms(document, choice);
        if (!found) {
            error = found.error();
            continue;
        }
        for (const ProgramId program : *found) {
            const SourceId source = document.catalogue().programs[program.index()].source;
            matched[source].insert(name);
            if (std::ranges::find(bySource[source], program) == bySource[source].end())
                bySource[source].push_back(program);
        }
    }
    if (bySource.empty())
        return *error;
    const auto order
        = [&](const auto& of) { return std::pair(matched[of.first].size(), peaksOf(document, of.second, memory)); };
    const auto best = std::ranges::max_element(bySource, {}, order);
    for (const std::string& name : matched[best->first])
        unmatched.erase(name);
    const auto& [source, all] = *best;
    auto ran = options.programs.empty() ? programsThatRan(document, all, terminalProgress())
                                        : Result<std::vector<ProgramId>>(all);
    if (!ran)
        return ran.error();
    const std::size_t notRun = all.size() - ran->size();
    const bool hasSeveral = document.catalogue().sources.size() > 1;
    return OfDocument{{document, std::move(*ran), memory},
                      hasSeveral ? document.catalogue().sources[source.index()].name : std::string(),
                      notRun};
}

/// The programs of every document. Warns of documents without compiled programs. Error: a name is in none of them, or
/// no worker has all names.
Result<std::vector<OfDocument>> programsOf(const Documents& documents, const Options& options)
{
    std::vector<OfDocument> all;
    std::set<std::string> unmatched(options.programs.begin(), options.programs.end());
    std::optional<Error> error;
    Warnings warnings;
    bool isCompiled = false;
    for (const auto& document : documents) {
        if (document->catalogue().kind != "xla") {
            warnings.addNamed("not-compiled",
                              document->catalogue().title() + " is no compiled program and is not counted.");
            continue;
        }
        isCompiled = true;
        auto found = programsOf(*document, options, unmatched);
        if (found)
            all.push_back(std::move(*found));
        else if (!error)
            error = found.error();
    }
    if (!isCompiled)
        return Error{ErrorKind::NotFound,
                     documents.front()->catalogue().title()
                         + ": there is no compiled program. This command adds up the needs of compiled programs.",
                     std::nullopt};
    // A document that the user names and that has nothing to add is an error, unless only some modules are asked for.
    if (error && (all.empty() || !unmatched.empty() || options.programs.empty()))
        return *error;
    if (!unmatched.empty())
        return Error{ErrorKind::Ambiguous,
                     all.front().asked.document.catalogue().title()
                         + ": no worker has all of these modules. One device holds the modules of one worker.",
                     std::nullopt};
    printWarnings(warnings);
    return all;
}

/// "HBM (0)  of worker train", "HBM (0)  of 2 captures"
std::string subjectOf(const std::vector<OfDocument>& all)
{
    const ProgramsInMemory& first = all.front().asked;
    const Catalogue& catalogue = first.document.catalogue();
    const std::string space = first.document.memoryText(catalogue.fileOf(first.programs.front()), first.memory);
    if (all.size() > 1)
        return space + "  of " + counted(all.size(), "capture") + " on one device";
    return space + framed("  of worker ", printable(all.front().worker));
}

std::size_t notRunOf(const std::vector<OfDocument>& all)
{
    std::size_t notRun = 0;
    for (const OfDocument& each : all)
        notRun += each.notRun;
    return notRun;
}

void writeText(std::ostream& out, const Options& options, const Resident& resident, const std::vector<OfDocument>& all)
{
    const TextLayout layout = textLayout(options);
    out << layout.bold(wrapped(withAmounts(residentText(resident)), layout.columns)) << '\n'
        << subjectOf(all) << "\n\n";
    std::set<std::string> names;
    for (const ResidentProgram& program : resident.programs)
        names.insert(program.name);
    const bool areDistinct = all.size() == 1 && names.size() == resident.programs.size();
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
    if (const std::size_t notRun = notRunOf(all); notRun > 0)
        out << '\n'
            << wrapped("Left out: " + counted(notRun, "module")
                           + " that did not run in the capture. --module names them.",
                       layout.columns)
            << '\n';
    out << '\n' << wrapped(kResidentAssumption, layout.columns) << '\n';
}

/// "yes", "no", "maybe", or null if the capacity is not known.
Cell fitsCell(const Resident& resident)
{
    const auto fits = resident.fits();
    if (!fits)
        return {};
    switch (*fits) {
    case Fits::Yes:
        return "yes";
    case Fits::No:
        return "no";
    case Fits::Maybe:
        return "maybe";
    }
    return {};
}

void writeJson(std::ostream& out, const Resident& resident, const std::vector<OfDocument>& all)
{
    const ProgramsInMemory& first = all.front().asked;
    const std::string memory
        = first.document.memoryText(first.document.catalogue().fileOf(first.programs.front()), first.memory);
    JsonWriter json(out);
    json.beginObject();
    writeField(json, "sentence", withAmounts(residentText(resident)));
    writeField(json, "space_name", memory);
    writeField(json, "host", orNull(all.size() == 1 ? all.front().worker : std::string()));
    const auto writeBounds = [&](const char* name, std::int64_t least, std::int64_t most) {
        json.key(name).beginObject();
        writeField(json, "least", least);
        writeField(json, "most", most);
        json.endObject();
    };
    writeBounds("total_bytes", resident.least, resident.most);
    writeBounds("arguments_bytes", resident.leastArguments, resident.arguments);
    writeField(json, "persistent_bytes", resident.constants);
    writeField(json, "temporaries_bytes", resident.rest);
    writeField(json, "device", orNull(resident.capacity.device));
    writeField(json, "capacity_bytes", orNull(resident.capacity.bytes));
    writeField(json, "fits", fitsCell(resident));
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
    writeField(json, "not_run", static_cast<std::int64_t>(notRunOf(all)));
    json.key("unread").beginArray();
    for (const std::string& name : resident.unread)
        json.value(name);
    json.endArray();
    json.key("refused").beginArray();
    for (const std::string& name : resident.refused)
        json.value(name);
    json.endArray();
    json.key("assumptions").beginArray().value(kResidentAssumption).endArray();
    json.endObject();
    out << '\n';
}

} // namespace

int runResident(const Options& options)
{
    const auto documents = openCaptures(options);
    if (!documents)
        return fail(documents.error());
    const auto all = programsOf(*documents, options);
    if (!all)
        return fail(all.error());
    std::vector<ProgramsInMemory> asked;
    for (const OfDocument& each : *all)
        asked.push_back(each.asked);
    const RefusedPrograms refused = options.programs.empty() ? RefusedPrograms::LeaveOut : RefusedPrograms::Count;
    const auto resident = residentOf(asked, options.device.get(), refused, terminalProgress());
    if (!resident)
        return fail(resident.error());
    const int status = output(options, [&](std::ostream& out) {
        if (options.format == TableFormat::Json)
            writeJson(out, *resident, *all);
        else
            writeText(out, options, *resident, *all);
    });
    if (status == kOk && resident->fits() == Fits::No)
        return kAnswerIsNo;
    return status;
}

} // namespace tidemark::cli
