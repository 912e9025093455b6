#include "core/history/recording.h"

#include <algorithm>

namespace tidemark::history {
namespace {

/// Mixes a number into a hash. The constant is that of Fibonacci hashing.
std::uint64_t mixed(std::uint64_t hash, std::uint64_t value)
{
    hash = (hash ^ value) * 0x9e3779b97f4a7c15ULL;
    return hash ^ (hash >> 32);
}

/// Returns the id of the equal element, or that of the new one that `add` makes.
template <class PositionId, class IsEqual, class Add>
PositionId findOrAdd(std::unordered_multimap<std::uint64_t, PositionId>& ids, std::uint64_t hash,
                     const IsEqual& isEqual, const Add& add)
{
    const auto [begin, end] = ids.equal_range(hash);
    for (auto each = begin; each != end; ++each)
        if (isEqual(each->second))
            return each->second;
    const PositionId id = add();
    ids.emplace(hash, id);
    return id;
}

} // namespace

TextId Names::text(std::string_view text)
{
    if (text.empty())
        return {};
    if (const auto found = m_textIds.find(text); found != m_textIds.end())
        return found->second;
    const TextId id = m_texts.nextId();
    m_texts.push_back(m_storage.emplace_back(text));
    m_textIds.emplace(m_texts[id], id);
    return id;
}

FrameId Names::frame(const Frame& frame)
{
    const std::uint64_t hash = mixed(mixed(frame.file.value, frame.function.value), frame.line);
    return findOrAdd(
        m_frameIds, hash, [&](FrameId id) { return m_frames[id] == frame; },
        [&] {
            m_frames.push_back(frame);
            return FrameId::at(m_frames.size() - 1);
        });
}

StackId Names::stack(std::span<const FrameId> frames)
{
    if (frames.empty())
        return {};
    std::uint64_t hash = frames.size();
    for (const FrameId frame : frames)
        hash = mixed(hash, frame.value);
    return findOrAdd(
        m_stackIds, hash, [&](StackId id) { return std::ranges::equal(stackOf(id), frames); },
        [&] {
            m_stacks.push_back(
                {static_cast<std::uint32_t>(m_stackFrames.size()), static_cast<std::uint32_t>(frames.size())});
            m_stackFrames.insert(m_stackFrames.end(), frames.begin(), frames.end());
            return StackId::at(m_stacks.size() - 1);
        });
}

AskerId Names::asker(const Asker& asker)
{
    if (asker == Asker())
        return {};
    std::uint64_t hash = mixed(asker.stack.value, asker.op.value);
    hash = mixed(mixed(mixed(hash, asker.shape.value), asker.purpose.value), asker.note.value);
    return findOrAdd(
        m_askerIds, hash, [&](AskerId id) { return m_askers[id] == asker; },
        [&] {
            m_askers.push_back(asker);
            return AskerId::at(m_askers.size() - 1);
        });
}

std::span<const FrameId> Names::stackOf(StackId id) const
{
    if (!id)
        return {};
    const Part part = m_stacks[id];
    return std::span(m_stackFrames).subspan(part.begin, part.count);
}

} // namespace tidemark::history
