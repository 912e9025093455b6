#include "core/history/asker_texts.h"

#include "core/base/characters.h"
#include "core/base/text.h"
#include "core/groups/source_frame.h"

#include <algorithm>

namespace tidemark::history {
namespace {

/// Whether the frame is of Python: a file, or a cell of a notebook ("<ipython-input-3>").
bool isPython(std::string_view file)
{
    return file.ends_with(".py") || file.starts_with('<');
}

/// Whether PyTorch's compiler has written the code: into a folder of its own, or into memory.
bool isGenerated(std::string_view file)
{
    return file.find("torchinductor_") != std::string_view::npos || file.starts_with("<eval_with_key>");
}

/// Text between `begin` and `end`. Empty if it has other characters than a name.
std::string_view between(std::string_view text, std::string_view begin, std::string_view end)
{
    const std::size_t at = text.find(begin);
    if (at == std::string_view::npos)
        return {};
    text.remove_prefix(at + begin.size());
    text = text.substr(0, text.find(end));
    const auto isOfName = [](char c) { return c == '_' || isAlphanumeric(c); };
    return std::ranges::all_of(text, isOfName) ? text : std::string_view();
}

} // namespace

std::string placedName(const std::string& name, const std::string& place)
{
    return name.empty() ? place : name + framed(" (", place, ")");
}

AskerTexts::AskerTexts(const Names& names)
    : m_names(names)
    , m_texts(names.askers())
{ }

const AskerText& AskerTexts::of(AskerId asker) const
{
    if (!asker)
        return m_unknown;
    const std::lock_guard lock(m_mutex);
    auto& text = m_texts[asker.index()];
    if (!text)
        text = std::make_unique<const AskerText>(make(m_names.askerOf(asker)));
    return *text;
}

std::vector<CallFrame> AskerTexts::framesOf(StackId stack) const
{
    std::vector<CallFrame> frames;
    const std::span<const FrameId> all = m_names.stackOf(stack);
    const bool isAnyPython = std::ranges::any_of(
        all, [&](FrameId frame) { return isPython(m_names.textOf(m_names.frameOf(frame).file)); });
    for (const FrameId id : all) {
        const Frame& frame = m_names.frameOf(id);
        const std::string_view file = m_names.textOf(frame.file);
        if (isAnyPython && !isPython(file))
            continue;
        std::string place = validUtf8(file);
        std::ranges::replace(place, '\\', '/'); // a path of Windows
        if (frame.line > 0)
            place += ":" + std::to_string(frame.line);
        frames.push_back({std::move(place), validUtf8(m_names.textOf(frame.function))});
    }
    return frames;
}

std::string AskerTexts::operationOf(StackId stack) const
{
    std::string operation;
    for (const FrameId id : m_names.stackOf(stack)) {
        const Frame& frame = m_names.frameOf(id);
        if (isPython(m_names.textOf(frame.file)))
            break;
        const std::string_view function = m_names.textOf(frame.function);
        if (const auto name = between(function, "at::_ops::", "::call("); !name.empty())
            operation = "aten::" + std::string(name);
        if (const auto node = between(function, "torch::autograd::generated::", "::apply("); !node.empty())
            return std::string(node);
    }
    return operation;
}

AskerText AskerTexts::make(const Asker& asker) const
{
    AskerText text;
    const std::vector<CallFrame> frames = framesOf(asker.stack);
    const std::vector<bool> areLibrary = framesInLibraries(frames);
    const CallFrame* own = nullptr;
    for (std::size_t i = 0; i < frames.size() && !own; ++i)
        if (!areLibrary[i] && isPython(parseFrame(frames[i].place).file)
            && !isGenerated(parseFrame(frames[i].place).file))
            own = &frames[i];
    if (own) {
        const SourceFrame frame = parseFrame(own->place);
        text.file = frame.file;
        text.line = frame.line;
        text.source = own->place;
        text.place = std::string(fileNameOf(frame.file)) + (frame.line > 0 ? ":" + std::to_string(frame.line) : "");
    }
    for (auto frame = frames.rbegin(); frame != frames.rend(); ++frame) {
        std::string part = std::string(fileNameOf(frame->place)) + framed(" ", frame->function);
        std::ranges::replace(part, '/', '|'); // the path is a tree
        addTo(text.path, "/", part);
    }
    text.name = validUtf8(m_names.textOf(asker.op));
    if (text.name.empty())
        text.name = operationOf(asker.stack);
    if (text.name.empty() && own)
        text.name = own->function;
    if (text.name.empty() && !frames.empty())
        text.name = frames.front().function;
    return text;
}

std::string AskerTexts::shapeOf(AskerId asker) const
{
    return validUtf8(m_names.textOf(m_names.askerOf(asker).shape));
}

void AskerTexts::describe(AskerId id, Facts& facts) const
{
    const Asker& asker = m_names.askerOf(id);
    const AskerText& text = of(id);
    facts.stack = framesOf(asker.stack);
    facts.opName = validUtf8(m_names.textOf(asker.op));
    if (facts.opName.empty())
        facts.opName = operationOf(asker.stack);
    facts.shape = facts.shapeWithoutLayout = shapeOf(id);
    facts.sourceFile = text.file;
    facts.sourceLine = text.line;
}

} // namespace tidemark::history
