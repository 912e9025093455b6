#include "core/view/source_frame.h"

#include "core/base/number.h"
#include "core/view/library_calls.h"

#include <algorithm>
#include <array>

namespace tidemark {
namespace {

/// Anywhere in a path.
constexpr std::array<std::string_view, 16> kLibraryFolders = {
    "site-packages", "dist-packages", "lib/python3", "jax/_src",   "jaxlib/mlir", "flax/linen",
    "flax/nnx",      "flax/core",     "optax/_src",  "haiku/_src", "keras/src",   "keras/layers",
    "torch/nn",      "torch/_dynamo", "torch_xla",   "<frozen",
};

/// At the beginning of one that is relative to where packages lie.
constexpr std::array<std::string_view, 12> kLibraries = {
    "jax", "jaxlib", "flax", "optax", "equinox", "haiku", "keras", "torch", "chex", "orbax", "tensorflow", "numpy",
};

/// In whole names of folders; a name that ends within one ("lib/python3") stands for all that begin so.
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
    return std::ranges::any_of(kLibraryFolders, [&](std::string_view folder) { return hasFolder(path, folder); })
        || std::ranges::find(kLibraries, path.substr(0, path.find('/'))) != kLibraries.end();
}

std::vector<bool> framesInLibraries(std::span<const CallFrame> stack)
{
    std::vector<bool> result;
    while (result.size() < stack.size()) {
        const std::size_t begin = result.size();
        const std::string_view file = parseFrame(stack[begin].place).file;
        std::size_t end = begin + 1;
        while (end < stack.size() && parseFrame(stack[end].place).file == file)
            ++end;
        const std::string_view caller = end < stack.size() ? stack[end].function : std::string_view();
        const bool isInside = isLibraryFile(file)
            || (file.find('/') == std::string_view::npos && isLibraryCall(file, stack[end - 1].function, caller));
        result.resize(end, isInside);
    }
    return result;
}

SourceFrame ownSource(const Facts& facts)
{
    const SourceFrame told{facts.sourceFile, facts.sourceLine};
    const auto frameOf = [](const CallFrame& call) {
        SourceFrame frame = parseFrame(call.place);
        frame.function = call.function;
        return frame;
    };
    const SourceFrame innermost = facts.stack.empty() ? SourceFrame() : frameOf(facts.stack.front());
    const bool isInnermost = innermost.file == told.file && innermost.line == told.line;
    if (!told.file.empty() && !isInnermost && !isLibraryFile(told.file))
        return told;
    const std::vector<bool> isInside = framesInLibraries(facts.stack);
    for (std::size_t i = 0; i < facts.stack.size(); ++i)
        if (const SourceFrame frame = frameOf(facts.stack[i]); !isInside[i] && !frame.file.empty())
            return frame;
    return isInnermost ? innermost : told;
}

} // namespace tidemark
