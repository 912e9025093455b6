#include "core/view/choice.h"

#include "core/base/nearest.h"
#include "core/base/text.h"

#include <algorithm>
#include <map>
#include <tuple>

namespace tidemark {
namespace {

std::vector<ProgramId> inScope(const Catalogue& catalogue, const Choice& choice)
{
    std::vector<ProgramId> result;
    for (std::size_t i = 0; i < catalogue.programs.size(); ++i)
        if (choice.covers(catalogue, ProgramId::at(i)))
            result.push_back(ProgramId::at(i));
    return result;
}

using Match = bool (*)(const ProgramEntry& program, const std::string& wanted);

constexpr Match kName = [](const ProgramEntry& program, const std::string& wanted) { return program.name == wanted; };
constexpr Match kFullName
    = [](const ProgramEntry& program, const std::string& wanted) { return program.fullName() == wanted; };
constexpr Match kPrefix
    = [](const ProgramEntry& program, const std::string& wanted) { return program.fullName().starts_with(wanted); };

/// For choosing one program by a name from a list. Of "f" and "f(1)", "f" means the one without an id, which has no
/// other name.
constexpr std::initializer_list<Match> kOneFirst = {kFullName, kName, kPrefix};
/// For choosing all programs of a name: "f" means both.
constexpr std::initializer_list<Match> kAllFirst = {kName, kFullName, kPrefix};

/// Returns the programs that match in the first way of `kinds` in which any program matches.
std::vector<ProgramId> named(const Catalogue& catalogue, const std::vector<ProgramId>& scope, const std::string& wanted,
                             std::initializer_list<Match> kinds)
{
    std::vector<ProgramId> result;
    for (const Match matches : kinds) {
        for (const ProgramId program : scope)
            if (matches(catalogue.programs[program.index()], wanted))
                result.push_back(program);
        if (!result.empty())
            break;
    }
    return result;
}

/// Keeps the first program of each name, id and digest, in the given order. Digests are computed only for programs with
/// the same name and id.
std::vector<ProgramId> distinct(const Document& document, const std::vector<ProgramId>& candidates)
{
    const Catalogue& catalogue = document.catalogue();
    using Key = std::tuple<std::string_view, std::optional<std::uint64_t>>;
    std::map<Key, std::vector<ProgramId>> alike;
    for (const ProgramId program : candidates) {
        const ProgramEntry& entry = catalogue.programs[program.index()];
        alike[{entry.name, entry.id}].push_back(program);
    }
    std::vector<ProgramId> result;
    for (const auto& [key, programs] : alike) {
        std::vector<Digest> seen;
        for (const ProgramId program : programs) {
            const auto digest = programs.size() > 1 ? document.digest(program) : std::nullopt;
            if (digest && std::ranges::find(seen, *digest) != seen.end())
                continue;
            if (digest)
                seen.push_back(*digest);
            result.push_back(program);
        }
    }
    std::ranges::sort(result);
    return result;
}

std::string lineOf(const Document& document, ProgramId program)
{
    const FileEntry& file = document.catalogue().fileOf(program);
    const std::string& host = document.catalogue().hostOf(program);
    return "\n  " + printable(document.catalogue().programs[program.index()].fullName())
        + framed("  --host ", printable(host)) + framed("  --session ", printable(file.session))
        + (document.catalogue().files.size() > 1 ? "  in " + printable(file.path) : "");
}

/// The memories of "HBM, VMEM (TPU); HBM, Temp (GPU)".
std::vector<std::string> memoriesIn(const std::string& list)
{
    std::vector<std::string> names;
    for (std::size_t at = 0; at < list.size();) {
        const std::size_t end = std::min(list.find_first_of(",;", at), list.size());
        const std::string name = list.substr(at, end - at);
        names.push_back(name.substr(0, name.find(" (")));
        at = end + 2; // after the space
    }
    return names;
}

constexpr std::size_t kListed = 40;

std::string moreThan(std::size_t count)
{
    return count > kListed ? "\n  … and " + std::to_string(count - kListed) + " more" : "";
}

std::string listed(const Document& document, const std::vector<ProgramId>& programs)
{
    std::string text;
    for (std::size_t i = 0; i < std::min(kListed, programs.size()); ++i)
        text += lineOf(document, programs[i]);
    return text + moreThan(programs.size());
}

/// Suggests the host and session that the user probably meant, each only if no program has the given one.
std::string suggestedScope(const Catalogue& catalogue, const Choice& choice)
{
    std::vector<std::string> hosts;
    std::vector<std::string> sessions;
    for (const ProgramId program : inScope(catalogue, {})) {
        hosts.push_back(catalogue.hostOf(program));
        sessions.push_back(catalogue.fileOf(program).session);
    }
    Choice host;
    host.host = choice.host;
    Choice session;
    session.session = choice.session;
    std::string text;
    if (inScope(catalogue, host).empty())
        text += suggestion(choice.host, hosts);
    if (inScope(catalogue, session).empty())
        text += suggestion(choice.session, sessions);
    return text;
}

/// Lists the available names for an error: each name once, the nearest to the wanted name first, then in the order of
/// the catalogue. Reads no program.
std::string namesIn(const Document& document, const std::vector<ProgramId>& programs, const std::string& wanted)
{
    std::map<std::string, std::size_t> positions;
    std::vector<std::pair<ProgramId, std::size_t>> names; // the first program of the name, and their number
    for (const ProgramId program : programs) {
        const auto [at, isNew]
            = positions.try_emplace(document.catalogue().programs[program.index()].fullName(), names.size());
        if (isNew)
            names.emplace_back(program, 0);
        ++names[at->second].second;
    }
    if (!wanted.empty())
        std::ranges::stable_sort(names, {}, [&](const auto& each) {
            return nameDistance(wanted, document.catalogue().programs[each.first.index()].name);
        });
    std::string text;
    for (std::size_t i = 0; i < std::min(kListed, names.size()); ++i) {
        const auto [first, count] = names[i];
        text += lineOf(document, first);
        if (count > 1)
            text += " and in " + counted(count - 1, "more file");
    }
    return text + moreThan(names.size());
}

/// Returns the first program with the largest peak. Without a memory, each program counts with the memory that it is
/// shown with. REQUIRES: the outlines have been read
ProgramId largest(const Document& document, const std::vector<ProgramId>& programs, std::optional<std::int64_t> memory,
                  Warnings& unread)
{
    const auto peakOf = [&](const ProgramOutline& outline) {
        return outline.peakIn(memory.value_or(outline.bestMemory())).value_or(0);
    };
    ProgramId best = programs.front();
    std::int64_t bestPeak = -1;
    for (const ProgramId program : programs) {
        const ProgramOutline& outline = document.outline(program);
        if (outline.isDamaged())
            unread.addApart(outline.damage());
        if (peakOf(outline) > bestPeak && !outline.error) {
            best = program;
            bestPeak = peakOf(outline);
        }
    }
    return best;
}

} // namespace

bool Choice::covers(const FileEntry& file, const std::string& of) const
{
    return (host.empty() || of == host)
        && (session.empty() || file.session == session || file.session.ends_with("/" + session))
        && (exactPaths.empty() || std::ranges::binary_search(exactPaths, file.path));
}

Result<std::vector<ProgramId>> findPrograms(const Document& document, const Choice& choice)
{
    const Catalogue& catalogue = document.catalogue();
    if (catalogue.programs.empty())
        return Error{ErrorKind::NotFound, whyEmpty(catalogue), std::nullopt};
    const auto missing = [&](const std::string& what, const std::vector<ProgramId>& programs,
                             const std::string& wanted = {}) {
        return Error{ErrorKind::NotFound,
                     catalogue.title() + ": " + printable(what) + " Available:" + namesIn(document, programs, wanted),
                     std::nullopt};
    };
    std::vector<ProgramId> scope = inScope(catalogue, choice);
    const auto noneCalled = [&](const std::string& name, const std::vector<ProgramId>& programs) {
        std::vector<std::string> names;
        for (const ProgramId program : programs)
            names.push_back(catalogue.programs[program.index()].name);
        return missing("no " + catalogue.words.program + " is called " + name + "." + suggestion(name, names), programs,
                       name);
    };
    if (scope.empty() && !choice.exactName.empty()) {
        Choice others = choice;
        others.exactName.clear();
        if (const std::vector<ProgramId> programs = inScope(catalogue, others); !programs.empty())
            return noneCalled(choice.exactName, programs);
    }
    if (scope.empty())
        return missing("no " + catalogue.words.program + " of" + framed(" host ", choice.host)
                           + framed(" session ", choice.session) + "." + suggestedScope(catalogue, choice),
                       inScope(catalogue, {}));
    if (choice.program.empty())
        return scope;
    std::vector<ProgramId> found = named(catalogue, scope, choice.program, kOneFirst);
    if (found.empty())
        return noneCalled(choice.program, scope);
    return found;
}

Result<std::vector<ProgramId>> findPerFile(const Document& document, const Choice& choice, std::int64_t memory,
                                           Warnings& unread, const Progress& progress)
{
    const auto found = findPrograms(document, choice);
    if (!found)
        return found.error();
    const Catalogue& catalogue = document.catalogue();
    const std::vector<ProgramId> scope = inScope(catalogue, choice);
    if (choice.program.empty() && !outlineAll(document, scope, progress))
        return Progress::cancelledError();
    std::vector<ProgramId> result;
    if (choice.program.empty()) {
        // All files of a dump folder have one source; each file is not a worker of its own.
        std::map<std::pair<SourceId, FileId>, std::vector<ProgramId>> sources;
        for (const ProgramId program : scope) {
            const ProgramEntry& entry = catalogue.programs[program.index()];
            sources[{entry.source, entry.source ? FileId() : entry.file}].push_back(program);
        }
        for (const auto& [source, programs] : sources)
            result.push_back(largest(document, programs, memory, unread));
        std::ranges::sort(result);
        return result;
    }
    std::map<FileId, std::vector<ProgramId>> files; // programs asked for, by file
    for (const ProgramId program : scope)
        files[catalogue.programs[program.index()].file];
    // All files are searched together: if one file has exactly this name, names in other files that only begin with it
    // do not match.
    for (const ProgramId program : named(catalogue, scope, choice.program, kAllFirst))
        files[catalogue.programs[program.index()].file].push_back(program);
    for (const auto& [file, programs] : files) {
        if (programs.empty())
            unread.addNamed("no-such-module",
                            catalogue.files[file.index()].path + ": no " + catalogue.words.program + " is called "
                                + printable(choice.program) + ".");
        else
            result.insert(result.end(), programs.begin(), programs.end());
    }
    return result;
}

Result<std::optional<std::int64_t>> findMemory(const Document& document, const Choice& choice)
{
    if (choice.memory.empty())
        return std::optional<std::int64_t>();
    const Catalogue& catalogue = document.catalogue();
    // Memory names are those of the first chosen file with a known platform.
    const FileEntry* file = nullptr;
    for (const FileEntry& each : catalogue.files)
        if (choice.covers(each) && !each.error
            && (!file || (file->platform == Platform::Unknown && each.platform != Platform::Unknown)))
            file = &each;
    if (!file)
        file = &catalogue.files.front();
    if (const auto memory = document.parseMemory(*file, choice.memory))
        return memory;
    const std::string names = document.memoryNames(*file);
    return Error{ErrorKind::NotFound,
                 catalogue.title() + ": no " + catalogue.words.memory + " is called " + printable(choice.memory) + "."
                     + suggestion(choice.memory, memoriesIn(names)) + " Use its number, or " + names + ".",
                 std::nullopt};
}

Result<Selection> resolve(const Document& document, const Choice& choice, Warnings& unread, const Progress& progress,
                          UnusedMemory unused)
{
    const auto memory = findMemory(document, choice);
    if (!memory)
        return memory.error();
    // If absent, each program uses its own best memory.
    std::optional<std::int64_t> wanted = *memory;
    if (!wanted && !document.catalogue().hasOneMemoryEach && !document.catalogue().prefersBestMemory)
        wanted = 0;
    const auto selected = [&](ProgramId program) {
        return Selection{program, wanted.value_or(document.outline(program).bestMemory())};
    };
    const auto found = findPrograms(document, choice);
    if (!found)
        return found.error();
    if (choice.program.empty()) {
        if (found->size() == 1)
            return selected(found->front());
        if (!outlineAll(document, *found, progress))
            return Progress::cancelledError();
        const ProgramId best = largest(document, *found, wanted, unread);
        const ProgramOutline& outline = document.outline(best);
        if (unused == UnusedMemory::Refused && wanted && !outline.error && !outline.uses(*wanted))
            return unusedMemory(document, *found, *wanted);
        return selected(best);
    }
    const std::vector<ProgramId> candidates = distinct(document, *found);
    if (candidates.size() > 1)
        return Error{ErrorKind::Ambiguous,
                     document.catalogue().title() + ": several " + document.catalogue().words.programs + " match "
                         + printable(choice.program)
                         + ". Name one with its program id, --host or --session, or give the path of its file alone:"
                         + listed(document, candidates),
                     std::nullopt};
    return selected(candidates.front());
}

Result<Chosen> resolveIn(const Documents& documents, const Choice& choice, Warnings& unread, const Progress& progress,
                         UnusedMemory unused)
{
    std::optional<Error> error;
    bool isErrorOfNone = false;
    for (const auto& document : documents) {
        const auto selection = resolve(*document, choice, unread, progress, unused);
        if (selection)
            return Chosen{document, *selection};
        // A document with programs knows better what there is to choose.
        if (!error || isErrorOfNone)
            error = selection.error();
        isErrorOfNone = document->catalogue().programs.empty();
    }
    return *error;
}

Chosen inBestMemory(std::shared_ptr<const Document> document, ProgramId program)
{
    const std::int64_t memory = document->outline(program).bestMemory();
    return {std::move(document), {program, memory}};
}

std::optional<Chosen> usualChoice(const Documents& documents, const Progress& progress)
{
    std::optional<Chosen> first;
    for (const auto& document : documents) {
        Warnings unread; // not used: the caller reports on the documents
        const auto selection = resolve(*document, {}, unread, progress, UnusedMemory::Taken);
        if (!selection)
            continue;
        const Chosen chosen = inBestMemory(document, selection->program);
        if (!chosen.outline().error)
            return chosen;
        if (!first)
            first = chosen;
    }
    return first;
}

Error unusedMemory(const Document& document, const std::vector<ProgramId>& programs, std::int64_t memory)
{
    const Catalogue& catalogue = document.catalogue();
    std::map<std::int64_t, std::string> used;
    for (const ProgramId program : programs)
        for (const MemoryOutline& outline : document.outline(program).memories)
            used.emplace(outline.memory, outline.text);
    const std::string there = joined(used, ", ", [](const auto& memory) { return memory.second; });
    const FileEntry& file = catalogue.fileOf(programs.front());
    const std::string name = file.path + ": " + printable(catalogue.programs[programs.front().index()].fullName());
    const bool isOne = programs.size() == 1;
    if (isOne && there.empty())
        return {ErrorKind::NotFound, name + " " + usesNone(catalogue), std::nullopt};
    return {ErrorKind::NotFound,
            (isOne ? name + " does not use "
                   : catalogue.title() + ": none of " + std::to_string(programs.size()) + " " + catalogue.words.programs
                     + " uses ")
                + document.memoryText(file, memory) + ". Available: " + textOr(there, "none") + ".",
            std::nullopt};
}

Result<Viewed> viewIn(const Documents& documents, const Choice& choice, Wanted wanted,
                      const std::function<void(const Warnings&)>& warn, const Progress& progress)
{
    std::optional<Viewed> found;
    for (auto document = documents.begin(); document != documents.end();) {
        Warnings unread;
        auto chosen = resolveIn({document, documents.end()}, choice, unread, progress);
        if (!chosen && found)
            break;
        warn(unread);
        if (!chosen)
            return chosen.error();
        auto view = chosen->document->view(chosen->selection, progress);
        if (!view)
            return view.error();
        const bool isWanted = wanted == Wanted::Any || (*view)->axis.kind != AxisKind::None;
        document = std::ranges::find(document, documents.end(), chosen->document) + 1;
        if (isWanted || !found)
            found.emplace(Viewed{std::move(*chosen), std::move(*view), documents});
        if (isWanted)
            break;
    }
    return std::move(*found);
}

Result<Viewed> viewFirst(const Documents& documents, const Choice& choice,
                         const std::function<void(const Warnings&)>& warn, const Progress& progress)
{
    if (choice == Choice{})
        if (const auto chosen = usualChoice(documents, progress)) {
            auto view = chosen->document->view(chosen->selection, progress);
            if (!view)
                return view.error();
            return Viewed{*chosen, std::move(*view), documents};
        }
    return viewIn(documents, choice, Wanted::Any, warn, progress);
}

} // namespace tidemark
