#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace tidemark {

/// A list of values for each key. All lists lie in one table, in the order of their keys.
template <class Key, class Value>
class Lists
{
public:
    std::span<const Value> operator[](Key key) const
    {
        const std::uint32_t begin = m_ends[key.index()];
        return std::span(m_values).subspan(begin, m_ends[key.index() + 1] - begin);
    }
    void reserve(std::size_t lists, std::size_t values)
    {
        m_ends.reserve(lists + 1);
        m_values.reserve(values);
    }
    /// Adds a value to the list of the next key.
    void add(const Value& value) { m_values.push_back(value); }
    void endList() { m_ends.push_back(static_cast<std::uint32_t>(m_values.size())); }
    /// Adds the lists of the next keys.
    void append(const Lists& others)
    {
        const auto before = static_cast<std::uint32_t>(m_values.size());
        m_values.insert(m_values.end(), others.m_values.begin(), others.m_values.end());
        const std::size_t first = listCount();
        m_ends.resize(m_ends.size() + others.listCount());
        for (std::size_t i = 1; i < others.m_ends.size(); ++i)
            m_ends[first + i] = before + others.m_ends[i];
    }
    std::size_t listCount() const { return m_ends.size() - 1; }
    std::size_t valueCount() const { return m_values.size(); }

private:
    std::vector<std::uint32_t> m_ends{0}; // the end of the list before each key, then that of the last one
    std::vector<Value> m_values;
};

} // namespace tidemark
