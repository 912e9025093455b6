#pragma once

#include <bit>
#include <cstdint>
#include <vector>

namespace tidemark {

constexpr std::uint32_t kNoIndex = 0xffffffff;

/// Maps 64-bit ids of a file to indices of a table. Ids are looked up once per heap event, which is the inner loop of a
/// replay. The first of two equal ids stays.
///
/// IMPLEMENTATION: compilers number most things from 0 or 1, so ids below twice their expected number are found by
/// position, where neighbours share a cache line; all others by insert-only open addressing.
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
        Slot* slot = &m_slots[slotOf(id)];
        if (slot->index != kNoIndex)
            return slot->index;
        if ((m_size + 1) * 3 > m_slots.size() * 2) {
            rehash(m_slots.size() * 2);
            slot = &m_slots[slotOf(id)];
        }
        *slot = {id, index};
        ++m_size;
        return index;
    }

    /// kNoIndex when the id is unknown.
    std::uint32_t find(std::int64_t id) const
    {
        return static_cast<std::uint64_t>(id) < m_dense.size() ? m_dense[static_cast<std::size_t>(id)]
                                                               : m_slots[slotOf(id)].index;
    }

private:
    struct Slot {
        std::int64_t id = 0;
        std::uint32_t index = kNoIndex;
    };

    std::size_t slotOf(std::int64_t id) const
    {
        const std::size_t mask = m_slots.size() - 1;
        // Fibonacci hashing: ids count up in steps, often with the computation in the high half.
        std::size_t at = (static_cast<std::uint64_t>(id) * 0x9e3779b97f4a7c15ULL) >> m_shift;
        while (m_slots[at].index != kNoIndex && m_slots[at].id != id)
            at = (at + 1) & mask;
        return at;
    }

    void rehash(std::size_t capacity)
    {
        std::vector<Slot> old = std::move(m_slots);
        m_slots.assign(capacity, {});
        m_shift = 64 - std::countr_zero(capacity);
        for (const Slot& slot : old)
            if (slot.index != kNoIndex)
                m_slots[slotOf(slot.id)] = slot;
    }

    std::vector<std::uint32_t> m_dense; // indices by id
    std::vector<Slot> m_slots; // at most 2/3 full
    std::size_t m_size = 0;
    int m_shift = 0;
};

} // namespace tidemark
