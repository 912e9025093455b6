#include "app/cli/commands.h"
#include "app/cli/input_output.h"
#include "app/cli/record/new_folder.h"
#include "app/cli/record/profile_files.h"
#include "core/base/text.h"
#include "core/open/open_documents.h"
#include "core/tenstorrent/tt_xla/profile.h"
#include "core/tenstorrent/tt_xla/profile_document.h"

#include <filesystem>
#include <iostream>
#include <set>

namespace tidemark::cli {
namespace {

/// Prints a warning if the page of upstream's profiler would hide the peak.
void printPeak(const ttxla::Profile& profile)
{
    const ttxla::Levels levels = ttxla::levelsOf(profile, ttxla::Memory::Dram, {0, profile.operations.size()});
    if (levels.peak && levels.upstreamPeak && *levels.upstreamPeak < *levels.peak)
        std::cerr << "note: "
                  << printable(profile.rank.empty() ? profile.name : profile.name + ", rank " + profile.rank)
                  << ": DRAM is highest at " << bytesText(*levels.peak) << " of all banks; the lists have at most "
                  << bytesText(*levels.upstreamPeak) << ", because they omit the states before deallocations.\n";
}

int analyze(const std::string& log, const std::string& parent)
{
    const auto file = File::open(log);
    if (!file)
        return fail(file.error());
    const auto profiles = ttxla::readLog(**file, terminalProgress());
    if (!profiles)
        return fail(profiles.error());
    for (const ttxla::Profile& profile : *profiles) {
        printWarnings(profile.warnings);
        printPeak(profile);
    }
    const auto folder = makeNewFolder(parent, profiles->front().name + timeText("_%Y%m%d_%H%M%S"));
    if (!folder)
        return fail(folder.error());
    if (const auto done = writeProfileFiles(*folder, *profiles); !done) {
        std::error_code ignored;
        std::filesystem::remove(*folder, ignored);
        return fail(done.error());
    }
    std::cout << *folder << '\n';
    return kOk;
}

/// Writes a page for each rank of a run.
int visualize(const std::string& run)
{
    const auto documents = openDocuments({run}, {ttXlaKind()}, terminalProgress());
    if (!documents)
        return fail(documents.error());
    const auto& document = static_cast<const ttxla::ProfileDocument&>(*documents->front());
    printWarnings(document.catalogue().warnings);
    std::error_code unknown;
    const std::string folder
        = std::filesystem::is_directory(run, unknown) ? run : std::filesystem::path(run).parent_path().string();
    std::set<const ttxla::Profile*> written;
    for (const ProgramId program : allPrograms(document)) {
        const ttxla::Profile& profile = *document.profile(program);
        if (!written.insert(&profile).second)
            continue;
        printWarnings(profile.warnings);
        const auto path = writeProfilePage(textOr(folder, "."), profile);
        if (!path)
            return fail(path.error());
        std::cout << *path << '\n';
    }
    return written.empty() ? fail(Error{ErrorKind::NotFound, whyEmpty(document.catalogue()), std::nullopt}) : kOk;
}

} // namespace

int runTtXla(const Options& options)
{
    if (!options.visualized.empty())
        return visualize(options.visualized);
    if (!options.profilerLog.empty())
        return analyze(options.profilerLog, textOr(options.profilerFolder, "."));
    Options record = options;
    record.recordKind = RecordKind::TtXla;
    if (!options.profilerFolder.empty())
        record.recordFolder = options.profilerFolder;
    return runRecord(record);
}

} // namespace tidemark::cli
