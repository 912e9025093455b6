#include "core/tenstorrent/tt_xla/profile_document.h"

#include "core/base/find.h"
#include "core/base/text.h"
#include "core/tenstorrent/tt_xla/list_reader.h"
#include "core/tenstorrent/tt_xla/profile_log_reader.h"
#include "core/text/text_cursor.h"
#include "core/view/choice.h"

#include <algorithm>
#include <array>
#include <map>

namespace tidemark::ttxla {
namespace {

/// The content of a file of a run, the most informative first.
enum class FileRole : std::uint8_t { Log, MemoryList, OperationList, Report, BlockTables, None };

constexpr std::array kFormats = {"tt-xla log", // by FileRole
                                 "Lists of tt-xla's memory profiler",
                                 "Lists of tt-xla's memory profiler",
                                 "Report of tt-xla's memory profiler",
                                 "Allocator's tables of tt-mlir",
                                 "tt-xla log"};
const char* formatName(FileRole role)
{
    return kFormats[static_cast<std::size_t>(role)];
}

FileRole roleOfJson(std::string_view start)
{
    // The first key that occurs decides.
    static constexpr std::pair<std::string_view, FileRole> kKeys[]
        = {{"\"total_bytes_allocated_per_bank\"", FileRole::BlockTables},
           {"\"bytes_allocated_per_bank\"", FileRole::BlockTables},
           {"\"opsData\"", FileRole::Report},
           {"\"totalBytesAllocatedPerBank_MB\"", FileRole::MemoryList},
           {"\"mlir_op\"", FileRole::OperationList}};
    const auto* const found
        = findFirstIf(kKeys, [&](const auto& each) { return start.find(each.first) != std::string_view::npos; });
    return found ? found->second : FileRole::None;
}

/// Judges a file by its first bytes. A file judged a log may still have no memory state. Cost: reads at most 64 KiB.
FileRole roleOf(const File& file)
{
    if (startOfText(file).empty())
        return FileRole::None;
    const auto start = readStart(file, kShortText);
    constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
    std::string_view text = start ? std::string_view(*start) : std::string_view();
    if (text.starts_with(kByteOrderMark))
        text.remove_prefix(kByteOrderMark.size());
    text = trimmedLeft(text);
    if (text.empty())
        return FileRole::None;
    if (text[0] == '{' || text[0] == '[') // a log may begin with a bracket, too: "[rank0]: …"
        if (const FileRole role = roleOfJson(text); role != FileRole::None || text[0] == '{')
            return role;
    if (text.starts_with("<!DOCTYPE") || text.starts_with("<!doctype") || text.starts_with("<html"))
        return text.find("lotly") != std::string_view::npos && text.find("emory") != std::string_view::npos
            ? FileRole::Report
            : FileRole::None;
    return FileRole::Log;
}

bool recognises(const File& file)
{
    const FileRole role = roleOf(file);
    if (role == FileRole::Log)
        return file.size() > kShortText || readLog(file, {}).has_value();
    return role != FileRole::None;
}

/// The common part of the paths of the files of one run: "DIR/toy" of "DIR/toy_memory.json", "DIR/toy_operations.json",
/// "DIR/toy_report.html" and "DIR/toy_profile.log". Any other path is returned whole.
std::string runOf(const std::string& path)
{
    for (const std::string_view ending : {"_memory.json", "_operations.json", "_report.html", "_profile.log", ".log"})
        if (path.ends_with(ending))
            return path.substr(0, path.size() - ending.size());
    return path;
}

Result<std::string> wholeOf(const File& file)
{
    constexpr std::uint64_t kMost = std::uint64_t{1} << 30;
    if (file.size() > kMost)
        return Error{ErrorKind::TooLarge,
                     file.path() + ": this file is above 1 GiB. Open the log from which it was made.", std::nullopt};
    return readStart(file, file.size());
}

/// Reads a file of the same run. Returns nullopt if there is no such file. A file that cannot be read adds a warning.
std::optional<NamedText> neighbour(const std::string& path, ProfilesOfFile& of, Warnings& unread)
{
    const auto file = File::open(path);
    auto text = file ? wholeOf(**file) : file.error();
    if (!text) {
        if (text.error().kind != ErrorKind::NotFound)
            unread.addNamed("unreadable-file", text.error().message);
        return std::nullopt;
    }
    FileEntry other;
    other.path = path;
    other.format = of.entry.format;
    of.others.push_back(std::move(other));
    return NamedText{path, std::move(*text)};
}

/// Reads the profile of any file but a log. For a list, the companion lists in the same folder are read as well. Error:
/// the file cannot be read or has no profile.
Result<Profile> readProfile(const File& file, FileRole role, ProfilesOfFile& of, Warnings& unread)
{
    auto text = wholeOf(file);
    if (!text)
        return text.error();
    NamedText named{file.path(), std::move(*text)};
    if (role == FileRole::Report)
        return readReport(std::move(named));
    if (role == FileRole::BlockTables)
        return readBlockTables(std::move(named));
    const std::string run = runOf(file.path());
    ListTexts lists;
    if (role == FileRole::OperationList) {
        auto memory = neighbour(run + "_memory.json", of, unread);
        if (!memory)
            return Error{
                ErrorKind::NotFound,
                file.path() + ": this list of operations has no memory, and " + std::string(fileNameOf(run))
                    + "_memory.json "
                    + (unread.empty() ? "is not in its folder." : "cannot be read: " + unread.list().front().text),
                std::nullopt};
        lists.memory = std::move(*memory);
        lists.operations = std::move(named);
    } else {
        lists.memory = std::move(named);
        lists.operations = neighbour(run + "_operations.json", of, unread);
    }
    lists.inputs = neighbour(run + "_inputs_registry.json", of, unread);
    lists.modules = neighbour(run + "_ir.json", of, unread);
    return readLists(std::move(lists));
}

/// Error: Cancelled. Any other fault of the file is in the result.
Result<ProfilesOfFile> readFile(const OpenedFile& opened, FileRole role, const Progress& progress)
{
    ProfilesOfFile file;
    file.entry = entryOf(opened);
    file.entry.format = formatName(role);
    if (!opened.file)
        return file;
    std::optional<Error> fault;
    if (role == FileRole::Log || role == FileRole::None) {
        const bool isPart = isReadInPart(opened) && !opened.input.path.ends_with("_profile.log");
        auto profiles = readLog(*opened.file, progress, isPart ? kMostOfTextByChance : UINT64_MAX);
        if (!profiles)
            fault = profiles.error();
        else if (isPart)
            file.warnings.addNamed("log-searched-in-part",
                                   "only its first 64 MiB were read. Open the file alone to read all of it.");
        if (profiles)
            file.profiles = std::move(*profiles);
    } else {
        Warnings unread;
        auto profile = readProfile(*opened.file, role, file, unread);
        if (profile) {
            profile->name = validUtf8(fileNameOf(runOf(opened.input.path)));
            profile->warnings.add(unread);
            file.profiles.push_back(std::move(*profile));
        } else {
            fault = profile.error();
        }
    }
    if (fault && fault->kind == ErrorKind::Cancelled)
        return *fault;
    file.entry.error = fault;
    return file;
}

/// Opens the most informative file of each run: a log rather than the lists made from it, and the lists rather than a
/// report.
Result<Documents> openFiles(const std::vector<OpenedFile>& opened, Warnings warnings, const Progress& progress)
{
    std::vector<std::pair<FileRole, const OpenedFile*>> order;
    for (const OpenedFile& each : opened)
        order.emplace_back(each.file ? roleOf(*each.file) : FileRole::None, &each);
    std::ranges::stable_sort(order, {}, [](const auto& each) { return each.first; });
    std::vector<ProfilesOfFile> files;
    std::map<std::string, std::size_t> runs; // positions in files
    std::optional<Error> error;
    for (const auto& [role, each] : order) {
        const std::string run = runOf(each->input.path);
        if (const auto of = runs.find(run); of != runs.end() && role != FileRole::None) {
            FileEntry other = entryOf(*each);
            other.format = formatName(role);
            auto& others = files[of->second].others;
            if (!findFirst(others, other.path, &FileEntry::path))
                others.push_back(std::move(other));
            continue;
        }
        auto file = readFile(*each, role, progress);
        if (!file)
            return file.error();
        const std::optional<Error>& fault = file->entry.error;
        if (!fault)
            runs.emplace(run, files.size());
        else if (!error)
            error = fault;
        if (!fault || (!each->input.isByChance && !each->isOfOthers))
            files.push_back(std::move(*file));
    }
    if (runs.empty())
        return *error;
    std::ranges::stable_sort(files, {}, [](const ProfilesOfFile& file) { return file.entry.path; });
    return Documents{std::make_shared<const ProfileDocument>(std::move(files), std::move(warnings))};
}

} // namespace

Result<std::vector<Profile>> readLog(const File& file, const Progress& progress, std::uint64_t most)
{
    ProfileLogReader reader;
    if (const auto done = reader.read(file, most, progress); !done)
        return done.error();
    std::vector<Profile> profiles = reader.finish();
    // Without a memory state there is nothing to show.
    if (std::ranges::none_of(profiles, [](const Profile& profile) {
            return std::ranges::any_of(profile.operations, &Operation::hasState);
        }))
        return Error{ErrorKind::NotFound, file.path() + ": there is no memory state of tt-mlir's runtime in this text.",
                     std::nullopt};
    for (Profile& profile : profiles)
        profile.name = validUtf8(fileNameOf(runOf(file.path())));
    return profiles;
}

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
    std::vector<const Range*> ranges = shared->rangesOf(RangeKind::Execution);
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

namespace tidemark {

DocumentKind ttXlaKind()
{
    DocumentKind kind;
    kind.name = ttxla::ProfileDocument::kKind;
    for (const auto& [ending, role] : {std::pair("_memory.json", ttxla::FileRole::MemoryList),
                                       std::pair("_operations.json", ttxla::FileRole::OperationList),
                                       std::pair("_report.html", ttxla::FileRole::Report),
                                       std::pair("memory_results.json", ttxla::FileRole::BlockTables),
                                       std::pair("memory_report.json", ttxla::FileRole::BlockTables)})
        kind.endings.push_back({.ending = ending,
                                .description = ttxla::formatName(role),
                                .isCommon = true,
                                .texts = "logs of tt-mlir's runtime"});
    kind.isInAnyText = true; // for files such as "stderr"
    kind.recognises = ttxla::recognises;
    kind.open = ttxla::openFiles;
    return kind;
}

} // namespace tidemark
