#include "app/cli/record/profile_files.h"

#include "core/files/atomic_file.h"
#include "core/tenstorrent/xla/upstream_files.h"

#include <algorithm>
#include <filesystem>

namespace tidemark::cli {

std::optional<Error> writeProfileFiles(const std::string& folder, const std::vector<ttxla::Profile>& profiles)
{
    for (std::size_t i = 0; i < profiles.size(); ++i) {
        std::string name = profiles[i].name + (i == 0 ? "" : "_rank_" + profiles[i].rank);
        std::ranges::replace(name, '/', '_');
        for (const ttxla::UpstreamFile& file : ttxla::kUpstreamFiles) {
            const std::string path = folder + "/" + name + std::string(file.ending);
            std::error_code unknown;
            if (std::filesystem::exists(path, unknown))
                return Error{ErrorKind::Io, path + " is there already and is kept.", std::nullopt};
            if (auto error = writeAtomically(path, [&](std::ostream& out) { file.write(out, profiles[i]); }))
                return error;
        }
    }
    return std::nullopt;
}

} // namespace tidemark::cli
