#include "core/tenstorrent/tt_xla/profile_document.h"

#include "core/view/choice.h"

#include <algorithm>

namespace tidemark::ttxla {

ProfileDocument::ProfileDocument(std::vector<ProfilesOfFile> files, Warnings warnings)
    : ListedDocument(kKind, {"program", "programs", "memory", "rank"}, std::move(warnings))
{
    m_catalogue.unusedReason = "the log has no numbers for this memory";
    m_memories.assign(kMemoryNames.begin(), kMemoryNames.end());
    for (ProfilesOfFile& file : files) {
        const FileId id = addFile(std::move(file.entry), file.warnings);
        std::ranges::move(file.others, std::back_inserter(m_catalogue.files));
        for (Profile& profile : file.profiles)
            addProfile(std::move(profile), id);
    }
    m_catalogue.sortSources();
}

void ProfileDocument::addProfile(Profile profile, FileId file)
{
    constexpr std::size_t kMostPrograms = 1000; // programs of a profile that the user can choose
    const auto shared = std::make_shared<const Profile>(std::move(profile));
    ProgramEntry all;
    all.file = file;
    all.source = sourceOf(file, shared->rank);
    all.name = kAll;
    const auto add = [&](ProgramEntry entry, Extent extent, const Warnings& warnings) {
        m_programs.push_back({shared, extent});
        addProgram(std::move(entry), outlineOf(m_programs.back()), warnings);
    };
    add(all, {0, shared->operations.size()}, shared->warnings);
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
        add(std::move(entry), {range->begin, range->end}, {});
    }
}

Result<std::shared_ptr<const View>> ProfileDocument::view(const Selection& selection, const Progress&) const
{
    if (!outline(selection.program).uses(selection.memory))
        return unusedMemory(*this, {selection.program}, selection.memory);
    return makeProfileView(m_programs[selection.program.index()], static_cast<Memory>(selection.memory),
                           m_catalogue.fileOf(selection.program), m_catalogue.programs[selection.program.index()]);
}

} // namespace tidemark::ttxla
