#pragma once

#include <bit>
#include <cstdint>
#include <vector>

namespace tidemark {

constexpr std::uint32_t kNoIndex = 0xffffffff;

/// Maps 64-bit ids of a file to indices of a table. Insert-only open addressing: ids are looked up once per heap event,
/// which is the inner loop of a replay. The first of two equal ids stays.
class IdMap
{
public:
    /// Room for `count` ids without growth; 16 bytes a slot, at most 2/3 full.
    explicit IdMap(std::size_t count = 0) { rehash(std::bit_ceil(count + count / 2 + 8)); }

    /// False when the id is there already.
    bool insert(std::int64_t id, std::uint32_t index)
    {
        if ((m_size + 1) * 3 > m_slots.size() * 2)
            rehash(m_slots.size() * 2);
        Slot& slot = m_slots[slotOf(id)];
        if (slot.index != kNoIndex)
            return false;
        slot = {id, index};
        ++m_size;
        return true;
    }

    /// kNoIndex when the id is unknown.
    std::uint32_t find(std::int64_t id) const { return m_slots[slotOf(id)].index; }

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

    std::vector<Slot> m_slots;
    std::size_t m_size = 0;
    int m_shift = 0;
};

} // namespace tidemark
