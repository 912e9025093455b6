#include "core/view/libraries.h"

#include "core/view/libraries_json.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <string>
#include <unordered_map>
#include <vector>

namespace tidemark {
namespace {

using Names = std::vector<std::string>;

struct Hash : std::hash<std::string_view> {
    using is_transparent = void; // so that look-ups copy nothing
};

/// Patterns of names by file.
using Calls = std::unordered_map<std::string, Names, Hash, std::equal_to<>>;

/// The contents of libraries.json.
struct Libraries {
    Names folders;
    Names beginnings;
    Names packages;
    Calls calls;
    std::string interceptor;
    Calls interceptedCalls;
};

const Libraries& libraries()
{
    static const Libraries kLibraries = [] {
        const nlohmann::json file = nlohmann::json::parse(kLibrariesJson);
        const nlohmann::json& intercepted = file.at("calls_of_interceptors");
        return Libraries{file.at("folders").at("names"),  file.at("folder_beginnings").at("names"),
                         file.at("packages").at("names"), file.at("calls").at("files"),
                         intercepted.at("caller"),        intercepted.at("files")};
    }();
    return kLibraries;
}

/// Finds whole folder names. If `goesOn`, the last name may be only the beginning of a folder's name.
bool hasFolder(std::string_view path, std::string_view folder, bool goesOn)
{
    for (std::size_t at = path.find(folder); at != std::string_view::npos; at = path.find(folder, at + 1)) {
        const std::size_t end = at + folder.size();
        if ((at == 0 || path[at - 1] == '/') && end < path.size() && (goesOn || path[end] == '/'))
            return true;
    }
    return false;
}

/// "Dense" of "Dense.__call__".
std::string_view outermostName(std::string_view function)
{
    return function.substr(0, function.find('.'));
}

/// Matches a name with a pattern that has at most one star at either end, or one inside.
bool matchesName(std::string_view name, std::string_view pattern)
{
    const std::size_t star = pattern.find('*');
    if (star == std::string_view::npos)
        return name == pattern;
    const std::string_view begin = pattern.substr(0, star);
    const std::string_view end = pattern.substr(star + 1);
    if (end.ends_with('*'))
        return name.find(end.substr(0, end.size() - 1)) != std::string_view::npos;
    return name.size() >= begin.size() + end.size() && name.starts_with(begin) && name.ends_with(end);
}

bool hasCall(const Calls& calls, std::string_view file, std::string_view name)
{
    const auto found = calls.find(file);
    return found != calls.end()
        && std::ranges::any_of(found->second, [&](std::string_view pattern) { return matchesName(name, pattern); });
}

} // namespace

bool isInLibraryFolder(std::string_view path)
{
    const auto isIn = [&](bool goesOn) {
        return [path, goesOn](std::string_view folder) { return hasFolder(path, folder, goesOn); };
    };
    return std::ranges::any_of(libraries().folders, isIn(false))
        || std::ranges::any_of(libraries().beginnings, isIn(true));
}

bool isInPackage(std::string_view path)
{
    return std::ranges::find(libraries().packages, path.substr(0, path.find('/'))) != libraries().packages.end();
}

bool isLibraryCall(std::string_view file, std::string_view function, std::string_view caller)
{
    const std::string_view name = outermostName(function);
    if (name.empty())
        return false;
    // Optax's transformations, one in each file, are nested functions of this name.
    if (file.starts_with('_') && function.find(".<locals>.update_fn") != std::string_view::npos)
        return true;
    return hasCall(libraries().calls, file, name)
        || (outermostName(caller) == libraries().interceptor && hasCall(libraries().interceptedCalls, file, name));
}

} // namespace tidemark
