#include "core/view/source_frame.h"

#include "core/base/number.h"
#include "core/base/text.h"
#include "core/view/library_calls.h"

#include <algorithm>
#include <array>

namespace tidemark {
namespace {

/// Folders in which packages are installed. They may occur anywhere in a path.
constexpr std::array<std::string_view, 4> kInstalled = {"site-packages", "dist-packages", "lib/python3", "<frozen"};

/// Folders of library sources that are not installed. They may occur anywhere in a path. A folder that a program might
/// have as well ("torch/nn") is given with the folder of its repository.
constexpr std::array<std::string_view, 12> kSources = {
    "jax/_src",   "jaxlib/mlir", "flax/linen",         "flax/nnx",         "flax/flax/core", "optax/_src",
    "haiku/_src", "keras/src",   "keras/keras/layers", "pytorch/torch/nn", "torch/_dynamo",  "xla/torch_xla",
};

/// The first folder of a path relative to the folder of packages.
constexpr std::array<std::string_view, 13> kLibraries = {
    "jax",   "jaxlib",    "flax", "optax", "equinox",    "haiku", "keras",
    "torch", "torch_xla", "chex", "orbax", "tensorflow", "numpy",
};

/// Finds whole folder names. A name that ends inside a folder name ("lib/python3") matches all folders that begin with
/// it.
bool hasFolder(std::string_view path, std::string_view folder)
{
    for (std::size_t at = path.find(folder); at != std::string_view::npos; at = path.find(folder, at + 1)) {
        const std::size_t end = at + folder.size();
        const bool begins = at == 0 || path[at - 1] == '/';
        const bool ends = end < path.size() && (path[end] == '/' || folder == "lib/python3" || folder == "<frozen");
        if (begins && ends)
            return true;
    }
    return false;
}

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

bool isInLibraryFolder(std::string_view path)
{
    const auto isIn = [&](std::string_view folder) { return hasFolder(path, folder); };
    return std::ranges::any_of(kInstalled, isIn) || std::ranges::any_of(kSources, isIn);
}

/// Returns whether the path begins with the name of a package, as relative paths of libraries do.
bool isInPackage(std::string_view path)
{
    return std::ranges::find(kLibraries, path.substr(0, path.find('/'))) != kLibraries.end();
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
