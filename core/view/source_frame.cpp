#include "core/view/source_frame.h"

#include "core/base/number.h"
#include "core/base/text.h"
#include "core/view/libraries.h"

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
