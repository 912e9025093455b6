#include "core/groups/source_frame.h"

#include "core/base/number.h"
#include "core/base/text.h"
#include "core/groups/libraries_json.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <string>
#include <unordered_map>
#include <vector>

namespace tidemark {
namespace {

/// Takes ":12" from the end.
bool takeNumber(std::string_view& text, std::int64_t& number)
{
    const std::size_t colon = text.rfind(':');
    if (colon == std::string_view::npos)
        return false;
    const auto read = parseNumber(text.substr(colon + 1));
    if (!read)
        return false;
    number = *read;
    text = text.substr(0, colon);
    return true;
}

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

/// Returns whether the path leads into a folder of installed packages, or of the sources of a library.
bool isInLibraryFolder(std::string_view path)
{
    const auto isIn = [&](bool goesOn) {
        return [path, goesOn](std::string_view folder) { return hasFolder(path, folder, goesOn); };
    };
    return std::ranges::any_of(libraries().folders, isIn(false))
        || std::ranges::any_of(libraries().beginnings, isIn(true));
}

/// Returns whether the path begins with the name of a package, as relative paths of libraries do.
bool isInPackage(std::string_view path)
{
    return std::ranges::find(libraries().packages, path.substr(0, path.find('/'))) != libraries().packages.end();
}

/// Returns whether the call enters a library, judged by bare names: "linear.py", "Dense.__call__", and the calling
/// function, or an empty text if that is unknown. Compilers are often configured to cut folders off, and a file's name
/// alone is weak evidence, so the library's public functions count: everything that they call within their file belongs
/// to the library too. A program's own function of the same name in a file of the same name cannot be distinguished.
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

/// How the files of a stack are named.
struct Naming {
    bool hasFolders = false; // at least one file has a folder
    bool isWhole = false; // library files have absolute paths: relative ones are the program's own
};

Naming namingOf(std::span<const CallFrame> stack)
{
    Naming naming;
    for (const CallFrame& call : stack) {
        const std::string_view file = parseFrame(call.place).file;
        naming.hasFolders = naming.hasFolders || file.find('/') != std::string_view::npos;
        naming.isWhole = naming.isWhole || (file.starts_with('/') && isInLibraryFolder(file));
    }
    return naming;
}

} // namespace

SourceFrame parseFrame(std::string_view text)
{
    SourceFrame frame{text, 0};
    std::int64_t last = 0;
    if (!takeNumber(frame.file, last))
        return frame;
    // The first of two numbers is the line.
    if (!takeNumber(frame.file, frame.line))
        frame.line = last;
    return frame;
}

bool isLibraryFile(std::string_view path)
{
    return isInLibraryFolder(path) || isInPackage(path);
}

std::vector<bool> framesInLibraries(std::span<const CallFrame> stack)
{
    const Naming naming = namingOf(stack);
    std::vector<bool> result;
    while (result.size() < stack.size()) {
        const std::size_t begin = result.size();
        const std::string_view file = parseFrame(stack[begin].place).file;
        std::size_t end = begin + 1;
        while (end < stack.size() && parseFrame(stack[end].place).file == file)
            ++end;
        const std::string_view caller = end < stack.size() ? stack[end].function : std::string_view();
        const bool isInside = isInLibraryFolder(file) || (!naming.isWhole && isInPackage(file))
            || (!naming.hasFolders && isLibraryCall(file, stack[end - 1].function, caller));
        result.resize(end, isInside);
    }
    return result;
}

SourceFrame ownSource(const Facts& facts)
{
    const SourceFrame stated{facts.sourceFile, facts.sourceLine};
    const auto frameOf = [](const CallFrame& call) {
        SourceFrame frame = parseFrame(call.place);
        frame.function = call.function;
        return frame;
    };
    const SourceFrame innermost = facts.stack.empty() ? SourceFrame() : frameOf(facts.stack.front());
    const bool isInnermost = innermost.file == stated.file && innermost.line == stated.line;
    if (!stated.file.empty() && !isInnermost && !isLibraryFile(stated.file))
        return stated;
    const std::vector<bool> isInside = framesInLibraries(facts.stack);
    for (std::size_t i = 0; i < facts.stack.size(); ++i)
        if (const SourceFrame frame = frameOf(facts.stack[i]); !isInside[i] && !frame.file.empty())
            return frame;
    return isInnermost ? innermost : stated;
}

std::string frameText(const SourceFrame& frame)
{
    std::string text(frame.file);
    if (!text.empty() && frame.line > 0)
        text += ':' + std::to_string(frame.line);
    return text;
}

std::string shortSource(const Facts& facts)
{
    const SourceFrame own = ownSource(facts);
    return frameText({fileNameOf(own.file), own.line});
}

} // namespace tidemark
