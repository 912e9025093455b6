#include "core/view/source_frame.h"

#include <algorithm>
#include <array>
#include <charconv>

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
    const std::string_view digits = text.substr(colon + 1);
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
    if (error != std::errc() || end != digits.data() + digits.size())
        return false;
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

SourceFrame ownSource(const Facts& facts)
{
    const SourceFrame told{facts.sourceFile, facts.sourceLine};
    if (!told.file.empty() && !isLibraryFile(told.file))
        return told;
    for (const std::string& text : facts.stack)
        if (const SourceFrame frame = parseFrame(text); !frame.file.empty() && !isLibraryFile(frame.file))
            return frame;
    return told;
}

} // namespace tidemark
