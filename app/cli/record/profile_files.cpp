#include "app/cli/record/profile_files.h"

#include "core/files/atomic_file.h"
#include "core/tenstorrent/tt_xla/upstream_files.h"

#include <algorithm>
#include <filesystem>

namespace tidemark::cli {

namespace {

std::string nameOf(const ttxla::Profile& profile, bool isFirst)
{
    std::string name = profile.name + (isFirst ? "" : "_rank_" + profile.rank);
    std::ranges::replace(name, '/', '_');
    return name;
}

bool isThere(const std::string& path)
{
    std::error_code unknown;
    return std::filesystem::exists(path, unknown);
}

} // namespace

Result<void> writeProfileFiles(const std::string& folder, const std::vector<ttxla::Profile>& profiles)
{
    std::vector<ttxla::UpstreamFile> files(ttxla::kUpstreamFiles.begin(), ttxla::kUpstreamFiles.end());
    files.push_back({"_report.html", ttxla::writeReportPage});
    std::vector<std::string> written;
    const auto taken = [&](Error error) { // otherwise incomplete lists would look complete
        std::error_code ignored;
        for (const std::string& path : written)
            std::filesystem::remove(path, ignored);
        return error;
    };
    for (const ttxla::Profile& profile : profiles) {
        const std::string name = nameOf(profile, &profile == profiles.data());
        for (const ttxla::UpstreamFile& file : files) {
            const std::string path = folder + "/" + name + std::string(file.ending);
            if (isThere(path))
                return taken({ErrorKind::Io, path + " is there already and is kept.", std::nullopt});
            if (const auto done = writeAtomically(path, [&](std::ostream& out) { file.write(out, profile); }); !done)
                return taken(done.error());
            written.push_back(path);
        }
    }
    return {};
}

Result<std::string> writeProfilePage(const std::string& folder, const ttxla::Profile& profile)
{
    const std::string name = folder + "/" + nameOf(profile, profile.rank.empty()) + "_report";
    std::string path = name + ".html";
    for (int number = 2; isThere(path); ++number)
        path = name + "_" + std::to_string(number) + ".html";
    if (const auto done = writeAtomically(path, [&](std::ostream& out) { ttxla::writeReportPage(out, profile); });
        !done)
        return done.error();
    return path;
}

} // namespace tidemark::cli
