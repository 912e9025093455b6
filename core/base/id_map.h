#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <map>
#include <utility>
#include <vector>

namespace tidemark {

/// Maps 64-bit ids of a file to positions in a table, each an Id<…>. Ids are looked up once per heap event, in the
/// inner loop of a replay. The first of two equal ids is kept.
///
/// IMPLEMENTATION: compilers number most things from 0 or 1. Ids below twice the expected number of ids are therefore
/// looked up by position, where neighbours share a cache line, in a table that grows up to the largest such id. All
/// other ids use insert-only open addressing with 4-byte slots that point at the entries. Ids that crowd in one place,
/// as only a crafted file has them, go into a tree, so that no file makes the map slow. Memory: 4 bytes for an id of
/// the first kind, 20 to 28 bytes for any other.
template <class Position>
class IdMap
{
public:
    /// `count` ids are expected; more are allowed. Allocates nothing before the first id is inserted.
    explicit IdMap(std::size_t count = 0)
        : m_expected(count)
    { }

    /// Returns false if the id is in the map already. REQUIRES: a position not inserted before, and not none
    bool insert(std::int64_t id, Position position) { return findOrInsert(id, position) == position; }

    /// Returns the position of the id, after inserting the given one if the id is new.
    Position findOrInsert(std::int64_t id, Position position)
    {
        const auto number = static_cast<std::uint64_t>(id);
        if (number < m_dense.size() && m_dense[number])
            return m_dense[number];
        if (number < 2 * m_expected) {
            growTo(number);
            return m_dense[number] = position;
        }
        if ((m_entries.size() + 1) * 3 > m_slots.size() * 2)
            rehash();
        std::uint32_t* const slot = slotOf(id);
        if (!slot)
            return m_crowded.try_emplace(id, position).first->second;
        if (*slot != kFree)
            return m_entries[*slot].position;
        *slot = static_cast<std::uint32_t>(m_entries.size());
        m_entries.push_back({static_cast<std::uint32_t>(number), static_cast<std::uint32_t>(number >> 32), position});
        return position;
    }

    /// Returns none if the id is unknown.
    Position find(std::int64_t id) const
    {
        const auto number = static_cast<std::uint64_t>(id);
        if (number < m_dense.size())
            return m_dense[number];
        if (m_slots.empty())
            return {};
        if (const std::uint32_t* const slot = slotOf(id))
            return *slot == kFree ? Position() : m_entries[*slot].position;
        const auto found = m_crowded.find(id);
        return found == m_crowded.end() ? Position() : found->second;
    }

private:
    static constexpr std::uint32_t kFree = 0xffffffff; // marks a free slot
    static constexpr int kMostProbes = 64;
    static constexpr std::size_t kFewest = 8;

    struct Entry {
        std::uint32_t low; // the id is stored in two halves, so that an entry takes 12 bytes
        std::uint32_t high;
        Position position;

        bool has(std::uint64_t id) const { return low == static_cast<std::uint32_t>(id) && high == id >> 32; }
    };

    /// Grows at first to the expected number, which suffices for ids without gaps, and then in larger steps.
    void growTo(std::uint64_t number)
    {
        if (number < m_dense.size())
            return;
        const std::size_t wanted = std::max<std::size_t>(number + number / 2 + 1, m_expected + 2);
        m_dense.resize(std::max<std::size_t>(std::min(wanted, 2 * m_expected), number + 1));
    }

    /// Returns the slot of the id, or the free slot for it. Returns null if neither is near enough.
    const std::uint32_t* slotOf(std::int64_t id) const
    {
        const std::size_t mask = m_slots.size() - 1;
        const auto wanted = static_cast<std::uint64_t>(id);
        // Fibonacci hashing, because ids count up in steps, often with the computation in the high half.
        std::size_t at = (wanted * 0x9e3779b97f4a7c15ULL) >> m_shift;
        for (int probe = 0; probe < kMostProbes; ++probe) {
            if (m_slots[at] == kFree || m_entries[m_slots[at]].has(wanted))
                return &m_slots[at];
            at = (at + 1) & mask;
        }
        return nullptr;
    }
    std::uint32_t* slotOf(std::int64_t id) { return const_cast<std::uint32_t*>(std::as_const(*this).slotOf(id)); }

    /// Makes room for the expected number of ids the first time, and doubles the slots afterwards.
    void rehash()
    {
        const std::size_t wanted = m_slots.empty() ? m_expected + m_expected / 2 + 1 : m_slots.size() * 2;
        const std::size_t capacity = std::bit_ceil(std::max(wanted, kFewest));
        m_slots.assign(capacity, kFree);
        m_shift = 64 - std::countr_zero(capacity);
        std::vector<Entry> entries = std::move(m_entries);
        std::map<std::int64_t, Position> crowded = std::move(m_crowded);
        m_entries.clear();
        m_crowded.clear();
        m_entries.reserve(std::max(entries.size() + 1, m_expected));
        const auto put = [this](std::uint64_t id, Position position) {
            std::uint32_t* const slot = slotOf(static_cast<std::int64_t>(id));
            if (!slot) {
                m_crowded.emplace(static_cast<std::int64_t>(id), position);
                return;
            }
            *slot = static_cast<std::uint32_t>(m_entries.size());
            m_entries.push_back({static_cast<std::uint32_t>(id), static_cast<std::uint32_t>(id >> 32), position});
        };
        for (const Entry& entry : entries)
            put(std::uint64_t{entry.high} << 32 | entry.low, entry.position);
        for (const auto& [id, position] : crowded)
            put(static_cast<std::uint64_t>(id), position);
    }

    std::size_t m_expected;
    std::vector<Position> m_dense; // positions by id
    std::vector<std::uint32_t> m_slots; // positions in m_entries; at most 2/3 full
    std::vector<Entry> m_entries;
    std::map<std::int64_t, Position> m_crowded; // ids that found no slot near their own
    int m_shift = 0;
};

} // namespace tidemark
