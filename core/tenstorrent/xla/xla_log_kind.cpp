#include "core/tenstorrent/xla/xla_log_kind.h"

#include "core/base/text.h"
#include "core/files/read_blocks.h"
#include "core/tenstorrent/xla/xla_log_reader.h"

#include <algorithm>

namespace tidemark {
namespace {

using namespace ttxla;

constexpr std::uint64_t kShort = std::uint64_t{64} << 10; // of such a text all is looked at before it is opened
constexpr std::uint64_t kMostByChance = std::uint64_t{64} << 20; // of a log that nobody named
constexpr std::size_t kStart = 4096;

std::string beginningOf(const File& file, std::uint64_t most)
{
    std::string start(std::min(most, file.size()), '\0');
    const auto count = file.readAt(0, start);
    start.resize(count ? *count : 0);
    return start;
}

bool recognises(const File& file)
{
    const std::string start = beginningOf(file, kStart);
    if (start.empty() || hasControls(start))
        return false;
    return file.size() > kShort || readLog(file, {}).has_value();
}

/// Error: cancelled. What is wrong with the file is in the result.
Result<ProfilesOfFile> readFile(const OpenedFile& opened, const Progress& progress)
{
    ProfilesOfFile file;
    file.entry.path = opened.input.path;
    file.entry.format = "tt-xla log";
    file.entry.error = opened.error;
    if (!opened.file)
        return file;
    file.entry.size = opened.file->size();
    const std::uint64_t most = opened.input.isByChance ? std::min(file.entry.size, kMostByChance) : file.entry.size;
    auto profiles = readLog(*opened.file, progress, most);
    if (profiles)
        file.profiles = std::move(*profiles);
    else if (profiles.error().kind == ErrorKind::Cancelled)
        return profiles.error();
    else
        file.entry.error = profiles.error();
    if (profiles && most < file.entry.size)
        file.warnings.addNamed("log-searched-in-part",
                               "only its first 64 MiB were read. Open it by itself to read all of it.");
    return file;
}

Result<Documents> openFiles(const std::vector<OpenedFile>& opened, Warnings warnings, const Progress& progress)
{
    std::vector<ProfilesOfFile> files;
    std::optional<Error> error;
    bool isAnyUsed = false;
    for (const OpenedFile& each : opened) {
        auto file = readFile(each, progress);
        if (!file)
            return file.error();
        if (file->entry.error && !error)
            error = file->entry.error;
        isAnyUsed = isAnyUsed || !file->entry.error;
        if (!file->entry.error || !each.input.isByChance)
            files.push_back(std::move(*file));
    }
    if (!isAnyUsed)
        return *error;
    return Documents{std::make_shared<const XlaProfileDocument>(std::move(files), std::move(warnings))};
}

} // namespace

Result<std::vector<Profile>> ttxla::readLog(const File& file, const Progress& progress, std::uint64_t most)
{
    XlaLogReader reader;
    const auto error = readBlocks(file, {0, std::min(most, file.size())}, progress, [&](std::string_view block) {
        reader.push(block);
        return true;
    });
    if (error)
        return *error;
    std::vector<Profile> profiles = reader.finish();
    // Without a single memory state there is nothing to show.
    if (std::ranges::none_of(profiles, [](const Profile& profile) {
            return std::ranges::any_of(profile.operations, &Operation::hasState);
        }))
        return Error{ErrorKind::NotFound, file.path() + ": there is no memory state of tt-mlir's runtime in this text.",
                     std::nullopt};
    constexpr std::string_view kEnding = "_profile.log";
    std::string_view name = fileNameOf(file.path());
    if (name.ends_with(kEnding))
        name.remove_suffix(kEnding.size());
    for (Profile& profile : profiles)
        profile.name = validUtf8(name);
    return profiles;
}

DocumentKind ttXlaKind()
{
    DocumentKind kind;
    kind.name = XlaProfileDocument::kKind;
    kind.isInAnyText = true; // "stderr"
    kind.recognises = recognises;
    kind.open = openFiles;
    return kind;
}

} // namespace tidemark
