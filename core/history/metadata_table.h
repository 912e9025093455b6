#pragma once

#include <cstddef>
#include <cstdint>
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

} // namespace tidemark::history
