#include "core/xla/programs/xla_document.h"

#include "core/base/text.h"
#include "core/view/choice.h"
#include "core/view/document_kind.h"
#include "core/xla/plan/digest.h"
#include "core/xla/programs/dump_folder.h"
#include "core/xla/programs/figures.h"
#include "core/xla/programs/program_file.h"
#include "core/xla/programs/xla_view.h"
#include "core/xla/replay/trace_replay.h"

#include <algorithm>
#include <map>
#include <optional>
#include <tuple>
#include <vector>

namespace tidemark::xla {
namespace {

/// Assigns files to sources. Each host is a source; all files with a single program together are one source.
class Sources
{
public:
    SourceId of(const ProgramFile& file)
    {
        const FileEntry& entry = file.entry;
        // Two captures of one host are two sources, because they need not belong to one run.
        const auto [found, isNew] = m_ids.try_emplace(file.isOfHost ? entry.path : std::string(), m_entries.size());
        if (isNew && file.isOfHost)
            m_entries.push_back({entry.sourceName(), entry.session});
        else if (isNew)
            m_entries.push_back({"HLO files", {}});
        return SourceId::at(found->second);
    }
    std::vector<SourceEntry> take() { return std::move(m_entries); }

private:
    std::map<std::string, std::size_t> m_ids;
    std::vector<SourceEntry> m_entries;
};

Result<Documents> open(const std::vector<OpenedFile>& opened, Warnings warnings, const Progress& progress)
{
    auto read = readEach<ProgramFile>(opened, progress, [&](const OpenedFile& file, const Progress& ofOne) {
        return readProgramFile(file, opened.size() == 1, ofOne);
    });
    if (!read)
        return read.error();
    std::vector<ProgramFile> files = std::move(*read);
    if (!joinReports(files, progress) || !joinDumps(files, progress))
        return Progress::cancelledError();
    const auto isBad = [](const ProgramFile& file) { return file.entry.error.has_value(); };
    if (std::ranges::all_of(files, isBad))
        return *files.front().entry.error;
    return Documents{std::make_shared<const XlaDocument>(std::move(files), std::move(warnings))};
}

} // namespace

XlaDocument::XlaDocument(std::vector<ProgramFile> files, Warnings warnings)
{
    m_catalogue.kind = kKind;
    m_catalogue.words.upstream = "xprof";
    m_catalogue.warnings = std::move(warnings);
    m_catalogue.unusedReason = "all of its allocations are thread-local, or it has none";
    m_catalogue.emptyAdvice = "The profiler did not write the HLO of the programs into this capture. Capture steps in "
                              "which the programs run, or dump them with tidemark-cli record -- COMMAND and open that.";
    Sources sources;
    for (ProgramFile& file : files) {
        if (files.size() > 1) // a warning names its file
            m_catalogue.warnings.addOf(file.entry.path, file.warnings);
        else
            m_catalogue.warnings.add(file.warnings);
        const auto key = [](const ProgramPlace& place) { return std::tie(place.name, place.id); };
        std::ranges::stable_sort(file.programs,
                                 [&](const ProgramPlace& a, const ProgramPlace& b) { return key(a) < key(b); });
        for (ProgramPlace& program : file.programs) {
            const std::uint64_t bytes = program.parts && program.parts->gaps ? file.entry.size
                : program.hlo.empty() ? sizeOf(program.parts->module) + sizeOf(program.parts->assignment)
                                      : sizeOf(program.hlo);
            m_catalogue.programs.push_back(
                {FileId::at(m_catalogue.files.size()), sources.of(file), std::move(program.name), program.id, bytes});
            m_known.push_back(std::make_unique<Known>());
            m_known.back()->parts = std::move(program.parts);
            m_hlo.push_back(std::move(program.hlo));
        }
        m_catalogue.files.push_back(file.entry);
        m_warnings.push_back(file.warnings);
    }
    for (const ProgramFile& file : files)
        if (file.entry.error)
            m_catalogue.warnings.addNamed("unreadable-file", file.entry.error->message, file.entry.error->offset);
    m_catalogue.sources = sources.take();
    m_catalogue.sortSources();
}

Result<HloParts> XlaDocument::parts(ProgramId program) const
{
    Known& known = *m_known[program.index()];
    const std::lock_guard lock(known.mutex);
    if (known.parts)
        return *known.parts;
    auto parts = findHloParts(m_hlo[program.index()]);
    if (parts)
        known.parts = *parts;
    return parts;
}

std::optional<XlaDocument::PlanKey> XlaDocument::keyOf(ProgramId program, HloParts& parts) const
{
    if (m_catalogue.files.size() < 2 || parts.gaps || parts.assignment.size() != 1)
        return std::nullopt;
    FilePiece& piece = parts.assignment.front();
    const auto bytes = Bytes::read({piece});
    if (!bytes)
        return std::nullopt;
    piece.bytes = *bytes;
    HloParts alone;
    alone.assignment = parts.assignment;
    const auto digest = m_digests.of(alone);
    if (!digest)
        return std::nullopt;
    return PlanKey(digest->high, digest->low, sizeOf(parts.module) > 0, m_catalogue.fileOf(program).platform);
}

Error XlaDocument::named(ProgramId program, Error error) const
{
    const std::string& path = m_catalogue.fileOf(program).path;
    if (!error.message.starts_with(path))
        error.message
            = path + ", " + printable(m_catalogue.programs[program.index()].fullName()) + ": " + error.message;
    return error;
}

const ProgramOutline& XlaDocument::outline(ProgramId program) const
{
    Known& known = *m_known[program.index()];
    std::call_once(known.outlined, [&] {
        ProgramOutline& outline = known.outline;
        auto parts = this->parts(program);
        const auto key = parts ? keyOf(program, *parts) : std::nullopt;
        if (key) {
            const std::lock_guard lock(m_mutex);
            if (const auto equal = m_outlines.find(*key); equal != m_outlines.end()) {
                outline = *equal->second;
                return;
            }
        }
        const auto assignment = parts ? AssignmentOnly::load(*parts) : Result<AssignmentOnly>(parts.error());
        outline.hasPlan = assignment || assignment.error().kind != ErrorKind::NoPlan;
        if (!assignment) {
            outline.error = named(program, assignment.error());
            return;
        }
        outline.warnings = assignment->warnings();
        const Platform platform = m_catalogue.fileOf(program).platform;
        for (const SpaceOutline& space : outlineSpaces(assignment->assignment())) {
            outline.warnings.add(space.warnings);
            const auto name = spaceName(platform, space.space);
            outline.memories.push_back(
                {space.space, name ? std::optional(std::string(*name)) : std::nullopt, spaceText(platform, space.space),
                 isForXprof(parts->gaps) ? std::optional(space.xprofPeakBytes) : std::nullopt, space.occupiedPeakBytes,
                 std::max(space.occupiedPeakBytes, space.totalBytes + unlistedBytes(parts->gaps, space.space)),
                 isPeakLeast(parts->gaps, space)});
        }
        if (key && outline.warnings.empty()) {
            const std::lock_guard lock(m_mutex);
            m_outlines.emplace(*key, &outline);
        }
    });
    return known.outline;
}

std::optional<Digest> XlaDocument::digest(ProgramId program) const
{
    Known& known = *m_known[program.index()];
    std::call_once(known.digested, [&] {
        const auto parts = this->parts(program);
        if (!parts)
            return;
        if (const auto digest = m_catalogue.files.size() > 1 ? m_digests.of(*parts) : digestOf(*parts))
            known.digest = *digest;
    });
    return known.digest;
}

Result<std::shared_ptr<const Plan>> XlaDocument::plan(ProgramId program, const Progress& progress) const
{
    Known& known = *m_known[program.index()];
    {
        const std::lock_guard lock(known.mutex);
        if (auto plan = known.plan.lock())
            return plan;
    }
    const auto parts = this->parts(program);
    if (!parts)
        return named(program, parts.error());
    auto plan = Plan::load(*parts, progress);
    const std::lock_guard lock(known.mutex);
    if (known.parts)
        known.parts->dropBytes(); // the plan has its own, or could not be loaded
    if (!plan)
        return named(program, plan.error());
    known.plan = *plan;
    return plan;
}

Result<std::shared_ptr<const View>> XlaDocument::view(const Selection& selection, const Progress& progress) const
{
    const auto plan = this->plan(selection.program, progress);
    if (!plan)
        return plan.error();
    const std::vector<std::int64_t> used = usedSpaces((*plan)->assignment());
    if (!std::ranges::binary_search(used, selection.memory))
        return unusedMemory(*this, {selection.program}, selection.memory);
    const auto timeline = replaySpace(*plan, selection.memory, progress);
    if (!timeline)
        return Progress::cancelledError();
    const ProgramEntry& entry = m_catalogue.programs[selection.program.index()];
    return makeView(timeline, {m_catalogue.fileOf(selection.program), entry, m_warnings[entry.file.index()]});
}

std::optional<std::int64_t> XlaDocument::parseMemory(const FileEntry& file, std::string_view text) const
{
    return parseSpace(file.platform, text);
}

std::string XlaDocument::memoryNames(const FileEntry& file) const
{
    return spaceNames(file.platform);
}

std::string XlaDocument::memoryText(const FileEntry& file, std::int64_t memory) const
{
    return spaceText(file.platform, memory);
}

DocumentKind xlaKind()
{
    DocumentKind kind;
    kind.name = XlaDocument::kKind;
    const std::string container = ".xplane.pb";
    const std::string hlo = "application/vnd.tidemark.hlo";
    kind.endings = {
        {.ending = container,
         .description = "XLA profile",
         .mimeType = "application/vnd.tidemark.xplane",
         .isOfHost = true},
        // XProf's cache next to a capture has the same content as the capture.
        {.ending = std::string(kCachedEnding),
         .description = "XLA program",
         .mimeType = hlo,
         .leftOutIfEqualTo = container},
        {.ending = std::string(kProgramEnding), .description = "XLA program", .mimeType = hlo},
        {.ending = std::string(kSavedAssignmentEnding), .description = "XLA program", .mimeType = hlo},
    };
    for (const std::string_view report : {kAssignmentEnding, kLiveRangeEnding, kUsageEnding, kUsageProtoEnding})
        kind.endings.push_back({.ending = std::string(report), .description = "XLA report", .mimeType = hlo});
    kind.recognises = [](const File& file) { return detectFormat(file).has_value(); };
    kind.open = open;
    return kind;
}

} // namespace tidemark::xla
