#include "core/history/recording.h"

#include <algorithm>
#include <array>
#include <cstring>

namespace tidemark::history {
namespace {

static_assert(sizeof(FrameId) == sizeof(std::uint32_t), "ids can be compared as bytes");

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
    // A processor computes hashes that do not depend on each other at the same time.
    constexpr std::size_t kHashes = 4;
    std::array<std::uint64_t, kHashes> hashes{frames.size()};
    std::size_t i = 0;
    for (; i + kHashes <= frames.size(); i += kHashes)
        for (std::size_t j = 0; j < kHashes; ++j)
            hashes[j] = mixed(hashes[j], frames[i + j].value);
    for (; i < frames.size(); ++i)
        hashes[0] = mixed(hashes[0], frames[i].value);
    std::uint64_t hash = 0;
    for (const std::uint64_t each : hashes)
        hash = mixed(hash, each);
    const auto isEqual = [&](StackId id) {
        const std::span<const FrameId> known = stackOf(id);
        return known.size() == frames.size() && std::memcmp(known.data(), frames.data(), known.size_bytes()) == 0;
    };
    return findOrAdd(m_stackIds, hash, isEqual, [&] {
        m_stacks.push_back(
            {static_cast<std::uint32_t>(m_stackFrames.size()), static_cast<std::uint32_t>(frames.size())});
        m_stackFrames.insert(m_stackFrames.end(), frames.begin(), frames.end());
        return StackId::at(m_stacks.size() - 1);
    });
}

AskerId Names::asker(const Asker& asker)
{
    const bool isStackOnly = asker == Asker{asker.stack, {}, {}, {}, {}};
    if (isStackOnly && asker.stack) {
        // Most askers are only a stack, which needs no search.
        if (m_ofStackOnly.size() < m_stacks.size())
            m_ofStackOnly.resize(m_stacks.size());
        AskerId& id = m_ofStackOnly[asker.stack.index()];
        if (!id) {
            m_askers.push_back(asker);
            id = AskerId::at(m_askers.size() - 1);
        }
        return id;
    }
    if (isStackOnly)
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
