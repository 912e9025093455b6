#include "core/open/recorded_folder.h"

#include "core/files/read_blocks.h"
#include "core/oom/forms.h"

#include <filesystem>
#include <string_view>

namespace tidemark {
namespace {

/// Returns whether `tidemark-cli record` made the folder: it has output.log, and command.txt that begins with the
/// recorded command.
bool isRecording(const std::string& folder)
{
    namespace fs = std::filesystem;
    const fs::path command = fs::path(folder) / "command.txt";
    std::error_code error;
    if (!fs::is_regular_file(fs::path(folder) / "output.log", error) || !fs::is_regular_file(command, error))
        return false;
    const auto file = File::open(command.string());
    if (!file)
        return false;
    constexpr std::string_view kBegin = "command:";
    const auto begin = readStart(**file, kBegin.size());
    return begin && *begin == kBegin;
}

} // namespace

std::string commandToRecord(const oom::Message& message, const std::string& logPath)
{
    if (isRecording(std::filesystem::path(logPath).parent_path().string()))
        return {};
    return oom::recordCommand(message);
}

} // namespace tidemark
