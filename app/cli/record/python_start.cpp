#include "app/cli/record/python_start.h"

#include "app/cli/record/start_text.h"
#include "core/files/atomic_file.h"

#include <algorithm>
#include <filesystem>
#include <ostream>

namespace tidemark::cli {
namespace {

namespace fs = std::filesystem;

constexpr const char* kStartFolder = "tidemark_start"; // sitecustomize.py compares it
constexpr std::string_view kBeforeNumber = "memory_";
constexpr std::string_view kEnding = ".prof";

/// Returns whether a name is that of a profile: memory_NUMBER.prof.
bool isProfile(const std::string& name)
{
    if (!name.starts_with(kBeforeNumber) || !name.ends_with(kEnding))
        return false;
    const std::string number = name.substr(kBeforeNumber.size(), name.size() - kBeforeNumber.size() - kEnding.size());
    return !number.empty() && number.find_first_not_of("0123456789") == std::string::npos;
}

/// The file names of the profiles in a folder, in the order of their numbers.
std::vector<std::string> profilesIn(const std::string& folder)
{
    std::vector<std::string> names;
    std::error_code error;
    fs::directory_iterator next(folder, error);
    for (; !error && next != fs::directory_iterator(); next.increment(error)) {
        std::error_code unknown;
        std::string name = next->path().filename().string();
        if (isProfile(name) && fs::is_regular_file(next->symlink_status(unknown)))
            names.push_back(std::move(name));
    }
    std::ranges::sort(names, {}, [](const std::string& name) { return std::pair(name.size(), name); });
    return names;
}

} // namespace

std::string addPythonStart(const std::string& folder, const std::string& before)
{
    const std::string start = folder + "/" + kStartFolder;
    if (start.find(':') != std::string::npos)
        return {};
    const auto write = [](std::ostream& out) { out << kStartText; };
    if (!makeOwnFolder(start) || !writeOwnFile(start + "/sitecustomize.py", write))
        return {}; // the recording is complete without a profile
    return before.empty() ? start : start + ":" + before; // Python takes an empty PYTHONPATH for none
}

std::vector<std::string> takeProfiles(const std::string& folder, std::int64_t command)
{
    std::error_code error;
    fs::remove_all(fs::path(folder) / kStartFolder, error); // Python has added compiled files
    std::vector<std::string> names = profilesIn(folder);
    auto first = std::ranges::find(names, std::string(kBeforeNumber) + std::to_string(command) + std::string(kEnding));
    if (first == names.end() && names.size() == 1)
        first = names.begin();
    if (first != names.end()) {
        const std::string shorter = "memory" + std::string(kEnding);
        fs::rename(fs::path(folder) / *first, fs::path(folder) / shorter, error);
        if (!error)
            *first = shorter;
        std::rotate(names.begin(), first, first + 1);
    }
    for (std::string& name : names)
        name.insert(0, folder + "/");
    return names;
}

} // namespace tidemark::cli
