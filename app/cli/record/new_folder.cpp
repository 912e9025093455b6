#include "app/cli/record/new_folder.h"

#include "core/files/atomic_file.h"
#include "core/files/system_error.h"

#include <array>
#include <cerrno>
#include <ctime>
#include <filesystem>
#include <sys/stat.h>

namespace tidemark::cli {

std::string timeText(const char* form)
{
    const std::time_t time = std::time(nullptr);
    std::tm local = {};
    ::localtime_r(&time, &local);
    std::array<char, 64> text{};
    return {text.data(), std::strftime(text.data(), text.size(), form, &local)};
}

Result<std::string> makeNewFolder(const std::string& parent, const std::string& name)
{
    constexpr int kMostOfASecond = 10000; // folders per second
    namespace fs = std::filesystem;
    std::error_code error;
    const std::string whole = fs::absolute(parent, error).lexically_normal().string();
    if (const auto done = makeFolders(whole); !done)
        return done.error();
    const std::string first = (fs::path(whole) / name).string();
    for (int i = 1; i < kMostOfASecond; ++i) {
        std::string folder = i == 1 ? first : first + "_" + std::to_string(i);
        if (::mkdir(folder.c_str(), 0700) == 0)
            return folder;
        if (errno != EEXIST)
            return writeError(folder, "cannot create", errno);
    }
    return writeError(first, "cannot create", EEXIST);
}

} // namespace tidemark::cli
