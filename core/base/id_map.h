#pragma once

#include <bit>
#include <cstdint>
#include <map>
#include <utility>
#include <vector>

namespace tidemark {

constexpr std::uint32_t kNoIndex = 0xffffffff;

/// Maps 64-bit ids of a file to indices of a table. Ids are looked up once per heap event, which is the inner loop of a
/// replay. The first of two equal ids stays.
///
/// IMPLEMENTATION: compilers number most things from 0 or 1, so ids below twice their expected number are found by
/// position, where neighbours share a cache line; all others by insert-only open addressing. Ids that crowd in one
/// place, as only a crafted file has them, go to a tree, so that no file makes this slow.
class IdMap
{
public:
    /// `count` ids are expected; more are no error.
    explicit IdMap(std::size_t count = 0)
        : m_dense(2 * count, kNoIndex)
    {
        rehash(8);
    }

    /// False when the id is there already. REQUIRES: an index not inserted before
    bool insert(std::int64_t id, std::uint32_t index) { return findOrInsert(id, index) == index; }

    /// The index of the id: the given one if the id is new.
    std::uint32_t findOrInsert(std::int64_t id, std::uint32_t index)
    {
        if (static_cast<std::uint64_t>(id) < m_dense.size()) {
            std::uint32_t& place = m_dense[static_cast<std::size_t>(id)];
            place = place == kNoIndex ? index : place;
            return place;
        }
        if ((m_size + 1) * 3 > m_slots.size() * 2)
            rehash(m_slots.size() * 2);
        Slot* const slot = slotOf(id);
        if (!slot)
            return m_crowded.try_emplace(id, index).first->second;
        if (slot->index == kNoIndex) {
            *slot = {id, index};
            ++m_size;
        }
        return slot->index;
    }

    /// kNoIndex when the id is unknown.
    std::uint32_t find(std::int64_t id) const
    {
        if (static_cast<std::uint64_t>(id) < m_dense.size())
            return m_dense[static_cast<std::size_t>(id)];
        if (const Slot* const slot = slotOf(id))
            return slot->index;
        const auto found = m_crowded.find(id);
        return found == m_crowded.end() ? kNoIndex : found->second;
    }

private:
    static constexpr int kMostProbes = 64;

    struct Slot {
        std::int64_t id = 0;
        std::uint32_t index = kNoIndex;
    };

    /// The slot of the id or the free one it belongs in; null when neither is near enough.
    const Slot* slotOf(std::int64_t id) const
    {
        const std::size_t mask = m_slots.size() - 1;
        // Fibonacci hashing: ids count up in steps, often with the computation in the high half.
        std::size_t at = (static_cast<std::uint64_t>(id) * 0x9e3779b97f4a7c15ULL) >> m_shift;
        for (int probe = 0; probe < kMostProbes; ++probe) {
            if (m_slots[at].index == kNoIndex || m_slots[at].id == id)
                return &m_slots[at];
            at = (at + 1) & mask;
        }
        return nullptr;
    }
    Slot* slotOf(std::int64_t id) { return const_cast<Slot*>(std::as_const(*this).slotOf(id)); }

    void rehash(std::size_t capacity)
    {
        const std::vector<Slot> old = std::move(m_slots);
        const std::map<std::int64_t, std::uint32_t> crowded = std::move(m_crowded);
        m_slots.assign(capacity, {});
        m_crowded.clear();
        m_shift = 64 - std::countr_zero(capacity);
        m_size = 0;
        const auto put = [this](std::int64_t id, std::uint32_t index) {
            Slot* const slot = slotOf(id);
            if (slot)
                *slot = {id, index};
            else
                m_crowded.emplace(id, index);
            m_size += slot ? 1 : 0;
        };
        for (const Slot& slot : old)
            if (slot.index != kNoIndex)
                put(slot.id, slot.index);
        for (const auto& [id, index] : crowded)
            put(id, index);
    }

    std::vector<std::uint32_t> m_dense; // indices by id
    std::vector<Slot> m_slots; // at most 2/3 full
    std::map<std::int64_t, std::uint32_t> m_crowded; // what found no slot near its own
    std::size_t m_size = 0;
    int m_shift = 0;
};

} // namespace tidemark
