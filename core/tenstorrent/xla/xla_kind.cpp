#include "core/tenstorrent/xla/xla_kind.h"

#include "core/base/text.h"
#include "core/files/read_blocks.h"
#include "core/tenstorrent/xla/input_files.h"
#include "core/tenstorrent/xla/xla_log_reader.h"
#include "core/view/text_kind.h"

#include <algorithm>

namespace tidemark {
namespace {

using namespace ttxla;

bool recognises(const File& file)
{
    const FileRole role = roleOf(file);
    if (role == FileRole::Log)
        return file.size() > kShortText || readLog(file, {}).has_value();
    return role != FileRole::None;
}

const char* formatName(FileRole role)
{
    switch (role) {
    case FileRole::MemoryList:
    case FileRole::OperationList:
        return "Lists of tt-xla's memory profiler";
    case FileRole::Report:
        return "Report of tt-xla's memory profiler";
    case FileRole::BlockTables:
        return "Allocator's tables of tt-mlir";
    case FileRole::None:
    case FileRole::Log:
        break;
    }
    return "tt-xla log";
}

/// Error: Cancelled. Any other fault of the file is in the result.
Result<void> readLogInto(ProfilesOfFile& file, const OpenedFile& opened, const Progress& progress)
{
    const bool isPart = opened.input.isByChance && !opened.input.path.ends_with("_profile.log");
    const std::uint64_t most = isPart ? std::min(file.entry.size, kMostOfTextByChance) : file.entry.size;
    auto profiles = readLog(*opened.file, progress, most);
    if (profiles)
        file.profiles = std::move(*profiles);
    else if (profiles.error().kind == ErrorKind::Cancelled)
        return profiles.error();
    else
        file.entry.error = profiles.error();
    if (profiles && most < file.entry.size)
        file.warnings.addNamed("log-searched-in-part",
                               "only its first 64 MiB were read. Open the file alone to read all of it.");
    return {};
}

/// Error: Cancelled.
Result<ProfilesOfFile> readFile(const OpenedFile& opened, FileRole role, const Progress& progress)
{
    ProfilesOfFile file;
    file.entry = entryOf(opened);
    file.entry.format = formatName(role);
    if (!opened.file)
        return file;
    if (role == FileRole::Log || role == FileRole::None) {
        if (const auto done = readLogInto(file, opened, progress); !done)
            return done.error();
        return file;
    }
    std::vector<std::string> neighbours;
    auto profile = readProfile(*opened.file, role, neighbours);
    if (profile)
        file.profiles.push_back(std::move(*profile));
    else
        file.entry.error = profile.error();
    for (const std::string& path : neighbours) {
        FileEntry other;
        other.path = path;
        other.format = file.entry.format;
        file.others.push_back(std::move(other));
    }
    return file;
}

/// Opens the most informative file of each run: a log rather than the lists made from it, and the lists rather than a
/// report.
class Runs
{
public:
    explicit Runs(const Progress& progress)
        : m_progress(progress)
    { }

    /// Error: Cancelled.
    Result<void> open(const std::vector<OpenedFile>& opened)
    {
        std::vector<FileRole> roles;
        for (const OpenedFile& each : opened)
            roles.push_back(each.file ? roleOf(*each.file) : FileRole::None);
        for (const FileRole wanted : {FileRole::Log, FileRole::MemoryList, FileRole::OperationList, FileRole::Report,
                                      FileRole::BlockTables, FileRole::None})
            for (std::size_t i = 0; i < opened.size(); ++i)
                if (roles[i] == wanted)
                    if (auto done = add(opened[i], wanted); !done)
                        return done;
        std::ranges::stable_sort(m_files, {}, [](const ProfilesOfFile& file) { return file.entry.path; });
        return {};
    }

    std::vector<ProfilesOfFile>& files() { return m_files; }
    const std::optional<Error>& error() const { return m_error; }
    bool isAnyUsed() const { return !m_runs.empty(); }

private:
    Result<void> add(const OpenedFile& opened, FileRole role)
    {
        const std::string run = runOf(opened.input.path);
        if (const auto of = m_runs.find(run); of != m_runs.end() && role != FileRole::None) {
            FileEntry other = entryOf(opened);
            other.format = formatName(role);
            auto& others = m_files[of->second].others;
            if (std::ranges::find(others, other.path, &FileEntry::path) == others.end())
                others.push_back(std::move(other));
            return {};
        }
        auto file = readFile(opened, role, m_progress);
        if (!file)
            return file.error();
        if (file->entry.error && !m_error)
            m_error = file->entry.error;
        if (!file->entry.error)
            m_runs.emplace(run, m_files.size());
        if (!file->entry.error || (!opened.input.isByChance && !opened.isOfOthers))
            m_files.push_back(std::move(*file));
        return {};
    }

    const Progress& m_progress;
    std::vector<ProfilesOfFile> m_files;
    std::map<std::string, std::size_t> m_runs; // positions in m_files, by run
    std::optional<Error> m_error;
};

Result<Documents> openFiles(const std::vector<OpenedFile>& opened, Warnings warnings, const Progress& progress)
{
    Runs runs(progress);
    if (const auto done = runs.open(opened); !done)
        return done.error();
    if (!runs.isAnyUsed())
        return *runs.error();
    return Documents{std::make_shared<const XlaProfileDocument>(std::move(runs.files()), std::move(warnings))};
}

FileEnding endingOf(const char* ending, const char* description)
{
    FileEnding result;
    result.ending = ending;
    result.description = description;
    result.isCommon = true;
    result.texts = "logs of tt-mlir's runtime";
    return result;
}

} // namespace

Result<std::vector<Profile>> ttxla::readLog(const File& file, const Progress& progress, std::uint64_t most)
{
    XlaLogReader reader;
    const auto done = readBlocks(file, {0, std::min(most, file.size())}, progress, [&](std::string_view block) {
        reader.push(block);
        return true;
    });
    if (!done)
        return done.error();
    std::vector<Profile> profiles = reader.finish();
    // Without a memory state there is nothing to show.
    if (std::ranges::none_of(profiles, [](const Profile& profile) {
            return std::ranges::any_of(profile.operations, &Operation::hasState);
        }))
        return Error{ErrorKind::NotFound, file.path() + ": there is no memory state of tt-mlir's runtime in this text.",
                     std::nullopt};
    const std::string run = runOf(file.path());
    for (Profile& profile : profiles)
        profile.name = validUtf8(fileNameOf(run));
    return profiles;
}

DocumentKind ttXlaKind()
{
    DocumentKind kind;
    kind.name = XlaProfileDocument::kKind;
    constexpr const char* kLists = "Lists of tt-xla's memory profiler";
    constexpr const char* kTables = "Allocator's tables of tt-mlir";
    kind.endings = {endingOf("_memory.json", kLists), endingOf("_operations.json", kLists),
                    endingOf("_report.html", "Report of tt-xla's memory profiler"),
                    endingOf("memory_results.json", kTables), endingOf("memory_report.json", kTables)};
    kind.isInAnyText = true; // for files such as "stderr"
    kind.recognises = recognises;
    kind.open = openFiles;
    return kind;
}

} // namespace tidemark
