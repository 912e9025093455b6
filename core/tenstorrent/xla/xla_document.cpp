#include "core/tenstorrent/xla/xla_document.h"

#include "core/base/text.h"
#include "core/view/choice.h"
#include "core/view/memory_names.h"

#include <algorithm>

namespace tidemark::ttxla {
namespace {

constexpr std::size_t kMostPrograms = 1000; // programs of a profile that the user can choose

} // namespace

XlaProfileDocument::XlaProfileDocument(std::vector<ProfilesOfFile> files, Warnings warnings)
{
    m_catalogue.kind = kKind;
    m_catalogue.words = {"program", "programs", "memory", "rank"};
    m_catalogue.warnings = std::move(warnings);
    m_catalogue.unusedReason = "the log has no number of it";
    for (ProfilesOfFile& file : files)
        add(file);
    m_catalogue.sortSources();
}

void XlaProfileDocument::add(ProfilesOfFile& file)
{
    const FileId id = FileId::at(m_catalogue.files.size());
    m_catalogue.files.push_back(file.entry);
    for (const FileEntry& other : file.others)
        m_catalogue.files.push_back(other);
    m_catalogue.warnings.addOf(file.entry.path, file.warnings);
    if (file.entry.error)
        m_catalogue.warnings.addNamed("unreadable-file", file.entry.error->message, file.entry.error->offset);
    for (Profile& profile : file.profiles) {
        const std::string name(fileNameOf(file.entry.path));
        const SourceId source = SourceId::at(m_catalogue.sources.size());
        m_catalogue.sources.push_back({validUtf8(name + framed(", rank ", profile.rank)), {}, validUtf8(profile.rank)});
        addProfile(std::move(profile), id, source);
    }
}

void XlaProfileDocument::addProfile(Profile profile, FileId file, SourceId source)
{
    const auto shared = std::make_shared<const Profile>(std::move(profile));
    ProgramEntry all;
    all.file = file;
    all.source = source;
    all.name = kAll;
    addProgram(all, {shared, {0, shared->operations.size()}});
    if (ProgramOutline& outline = m_programs.back().outline; outline.memories.empty()) // no view shows them
        m_catalogue.warnings.addOf(m_catalogue.files[file.index()].path, shared->warnings);
    else
        outline.warnings = shared->warnings;
    std::vector<const Range*> ranges = shared->rangesOf(RangeKind::Session);
    if (ranges.empty())
        ranges = shared->rangesOf(RangeKind::Execution);
    std::map<std::string, int> named;
    for (const Range* range : ranges)
        ++named[range->name];
    if (ranges.size() > kMostPrograms)
        m_catalogue.warnings.addNamed("programs-left-out",
                                      m_catalogue.files[file.index()].path + ": " + std::to_string(ranges.size())
                                          + " programs ran; the first " + std::to_string(kMostPrograms)
                                          + " can be chosen.");
    ranges.resize(std::min(ranges.size(), kMostPrograms));
    std::map<std::string, std::uint64_t> numbers;
    for (const Range* range : ranges) {
        ProgramEntry entry = all;
        entry.name = range->name;
        if (named[range->name] > 1 || range->name == kAll)
            entry.id = ++numbers[range->name];
        addProgram(std::move(entry), {shared, {range->begin, range->end}});
    }
}

void XlaProfileDocument::addProgram(ProgramEntry entry, ProgramExtent extent)
{
    m_catalogue.programs.push_back(std::move(entry));
    ProgramOutline outline = outlineOf(extent);
    m_programs.push_back({std::move(extent), std::move(outline)});
}

Result<std::shared_ptr<const View>> XlaProfileDocument::view(const Selection& selection, const Progress&) const
{
    const Program& program = m_programs[selection.program.index()];
    if (!program.outline.uses(selection.memory))
        return unusedMemory(*this, {selection.program}, selection.memory);
    return makeProfileView(program.extent, static_cast<Memory>(selection.memory), m_catalogue.fileOf(selection.program),
                           m_catalogue.programs[selection.program.index()]);
}

std::optional<std::int64_t> XlaProfileDocument::parseMemory(const FileEntry&, std::string_view text) const
{
    return memoryNumber(kMemoryNames, text);
}

std::string XlaProfileDocument::memoryText(const FileEntry&, std::int64_t memory) const
{
    return memory >= 0 && memory < std::int64_t{kMemories} ? std::string(kMemoryNames[static_cast<std::size_t>(memory)])
                                                           : "memory " + std::to_string(memory);
}

} // namespace tidemark::ttxla
