#include "core/xla/programs/xla_document.h"

#include "core/base/text.h"
#include "core/view/choice.h"
#include "core/xla/programs/xla_view.h"
#include "core/xla/replay/axis_trace.h"

#include <algorithm>
#include <map>

namespace tidemark {
namespace {

std::string formatName(FileFormat format)
{
    return format == FileFormat::XSpace ? "Captured profile (XSpace)" : "Compiled program (HloProto)";
}

FileEntry toEntry(const SourceFile& file)
{
    FileEntry entry;
    entry.path = file.input.path;
    entry.size = file.size;
    entry.host = file.input.host;
    entry.session = file.input.session;
    entry.platform = file.platform;
    entry.device = file.device;
    entry.format = formatName(file.format);
    if (!file.jaxVersion.empty())
        entry.remarks.emplace_back("JAX", validUtf8(file.jaxVersion));
    entry.error = file.error;
    return entry;
}

/// Hosts are sources, each session's own; the files of single programs are one source together.
class Sources
{
public:
    SourceId of(const SourceFile& file)
    {
        const bool isHost = file.format == FileFormat::XSpace;
        const std::string path = file.input.path.substr(file.input.path.find_last_of('/') + 1);
        const std::string name = isHost ? (file.input.host.empty() ? path : file.input.host) : std::string();
        // Two captures of one host in one folder are two sources: nothing says that they are of one run.
        const auto key = std::tuple(file.input.session, name, isHost ? file.input.path : std::string());
        const auto [found, isNew] = m_ids.try_emplace(key, SourceId::at(m_entries.size()));
        if (isNew)
            m_entries.push_back({isHost ? name : "HLO files", file.input.session});
        return found->second;
    }
    std::vector<SourceEntry> take() { return std::move(m_entries); }

private:
    std::map<std::tuple<std::string, std::string, std::string>, SourceId> m_ids;
    std::vector<SourceEntry> m_entries;
};

Catalogue makeCatalogue(const Profile& profile)
{
    Catalogue catalogue;
    catalogue.kind = "xla";
    catalogue.warnings = profile.warnings;
    catalogue.emptyAdvice = "Capture with the HLO included, or open the .hlo_proto.pb.";
    for (const SourceFile& file : profile.files)
        catalogue.files.push_back(toEntry(file));
    Sources sources;
    for (const ModuleEntry& module : profile.modules) {
        const SourceId source = sources.of(profile.fileOf(module));
        catalogue.programs.push_back({FileId(module.file), source, module.name, module.programId, module.hlo.size});
    }
    catalogue.sources = sources.take();
    return catalogue;
}

} // namespace

XlaDocument::XlaDocument(std::shared_ptr<const Profile> profile)
    : m_profile(std::move(profile))
    , m_catalogue(makeCatalogue(*m_profile))
{
    for (std::size_t i = 0; i < m_catalogue.programs.size(); ++i)
        m_known.push_back(std::make_unique<Known>());
}

const ProgramOutline& XlaDocument::outline(ProgramId program) const
{
    Known& known = *m_known[program.index()];
    std::call_once(known.outlined, [&] {
        const ModuleEntry& module = m_profile->modules[program.index()];
        const ModuleOutline outline = m_profile->outline(module);
        const Platform platform = m_profile->fileOf(module).platform;
        known.outline.hasPlan = outline.hasBufferAssignment;
        known.outline.error = outline.error;
        for (const SpaceOutline& space : outline.spaces) {
            const auto name = spaceName(platform, space.space);
            known.outline.memories.push_back({space.space, name ? std::optional(std::string(*name)) : std::nullopt,
                                              spaceText(platform, space.space), space.peakBytes,
                                              space.occupiedPeakBytes, space.totalBytes});
        }
    });
    return known.outline;
}

std::optional<Digest> XlaDocument::digest(ProgramId program) const
{
    Known& known = *m_known[program.index()];
    std::call_once(known.digested, [&] { known.digest = std::nullopt; });
    return known.digest;
}

Result<std::shared_ptr<const Plan>> XlaDocument::plan(ProgramId program) const
{
    return m_profile->load(m_profile->modules[program.index()]);
}

Result<std::shared_ptr<const View>> XlaDocument::view(const Selection& selection, const Progress& progress) const
{
    const auto plan = this->plan(selection.program);
    if (!plan)
        return plan.error();
    if (progress.cancelled())
        return Error{ErrorKind::Cancelled, "Cancelled.", std::nullopt};
    const std::vector<std::int64_t> used = usedSpaces((*plan)->assignment());
    if (!std::ranges::binary_search(used, selection.memory))
        return unusedMemory(*this, {selection.program}, selection.memory);
    const ProgramEntry& entry = m_catalogue.programs[selection.program.index()];
    const SourceFile& file = m_profile->files[entry.file.index()];
    ViewTitle title;
    title.path = file.input.path;
    title.host = file.input.host;
    title.program = entry.name;
    title.programId = entry.id;
    title.platform = file.platform;
    title.device = file.device;
    title.fileWarnings = file.warnings;
    return makeView(replaySpace(*plan, selection.memory), title);
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

} // namespace tidemark
