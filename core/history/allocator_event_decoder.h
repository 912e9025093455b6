#pragma once

#include "core/history/recording.h"
#include "core/wire/damage.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace tidemark::history {

/// Values by the ids that a plane gives to its stats or events. Profilers count the ids from 1, so most values are in a
/// vector. A damaged file may have any id, and the vector does not grow for it.
template <class T>
class MetadataTable
{
public:
    /// The value of the id. A new one is T().
    T& operator[](std::uint64_t id)
    {
        if (id >= kMostDense)
            return m_sparse[id];
        if (id >= m_dense.size())
            m_dense.resize(static_cast<std::size_t>(id) + 1);
        return m_dense[static_cast<std::size_t>(id)];
    }
    /// The value of the id, or T() if it has none.
    T valueOf(std::uint64_t id) const
    {
        if (id < m_dense.size())
            return m_dense[static_cast<std::size_t>(id)];
        if (id < kMostDense || m_sparse.empty())
            return T();
        const auto found = m_sparse.find(id);
        return found == m_sparse.end() ? T() : found->second;
    }

private:
    static constexpr std::uint64_t kMostDense = 1U << 16;

    std::vector<T> m_dense;
    std::unordered_map<std::uint64_t, T> m_sparse;
};

/// What an event of an allocator states. A number that is not stated, or that no memory can have, is -1.
struct AllocatorFacts {
    TextId allocator; // "GPU_0_bfc"; none: the file states a number
    std::int64_t indexOnHost = -1; // of the device
    std::int64_t deviceOrdinal = -1;
    std::uint64_t address = 0; // 0: not stated
    std::int64_t size = -1;
    std::int64_t requested = -1;
    std::int64_t heap = -1;
    std::int64_t stack = -1;
    std::int64_t free = -1;
    std::int64_t peak = -1;
    std::int64_t step = -1;
    Asker asker; // op, shape and purpose
};

/// Counts what could not be decoded, for the warnings.
struct UndecodedStats {
    std::uint64_t damaged = 0; // stats that protobuf would reject
    std::uint64_t unnamed = 0; // stats whose name is missing in the plane
    std::uint64_t unreadable = 0; // values of another type than they have in known files, or impossible ones
    std::uint64_t repeated = 0; // facts that one event states twice
    std::uint64_t unknownBytes = 0; // in unknown fields
};

/// Decodes the stats of allocator events of one plane. Source of their names and types: StatType in xplane_schema.cc of
/// openxla/xla, and XProf's xplane_to_memory_profile.cc. Cost: a few look-ups for each stat; texts that several events
/// refer to are looked up by their id.
class AllocatorEventDecoder
{
public:
    /// `statNames` are the names of the plane's stats; they must outlive this object, as `names` must.
    AllocatorEventDecoder(const std::map<std::uint64_t, std::string>& statNames, Names& names);

    /// Decodes a serialized XEvent.
    AllocatorFacts decode(std::string_view event);
    const UndecodedStats& undecoded() const { return m_undecoded; }

private:
    enum class Fact : std::uint8_t;
    struct Value;

    static Fact factOf(std::string_view name);
    Value readStat(std::string_view stat, Damage& damage);
    bool take(Fact fact, const Value& value, AllocatorFacts& facts);
    bool takeText(const Value& value, TextId& text);
    TextId referredText(std::uint64_t id);
    TextId shapeText(std::int64_t type, TextId shape);

    const std::map<std::uint64_t, std::string>& m_statNames;
    Names& m_names;
    MetadataTable<Fact> m_facts; // by the id of the stat
    MetadataTable<TextId> m_references; // texts by the id that refers to them
    std::map<std::uint64_t, TextId> m_shapes; // by type and shape
    UndecodedStats m_undecoded;
};

} // namespace tidemark::history
