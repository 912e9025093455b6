#pragma once

#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

namespace tidemark::xla {

/// A level in bytes after each step. Immutable. Copies share their values, and so do equal curves.
class LevelCurve
{
public:
    using value_type = std::int64_t;
    using const_iterator = std::vector<std::int64_t>::const_iterator;

    LevelCurve()
        : LevelCurve(std::vector<std::int64_t>())
    { }
    explicit LevelCurve(std::vector<std::int64_t> values)
        : m_values(std::make_shared<const std::vector<std::int64_t>>(std::move(values)))
    { }
    /// Returns the same values in the storage of `other` if both are equal.
    LevelCurve(std::vector<std::int64_t> values, const LevelCurve& other)
        : m_values(values == *other.m_values ? other.m_values
                                             : std::make_shared<const std::vector<std::int64_t>>(std::move(values)))
    { }

    std::size_t size() const { return m_values->size(); }
    bool empty() const { return m_values->empty(); }
    std::int64_t operator[](std::size_t step) const { return (*m_values)[step]; }
    const std::int64_t* data() const { return m_values->data(); }
    const_iterator begin() const { return m_values->begin(); }
    const_iterator end() const { return m_values->end(); }

    friend bool operator==(const LevelCurve& a, const LevelCurve& b) { return *a.m_values == *b.m_values; }
    friend bool operator==(const LevelCurve& a, const std::vector<std::int64_t>& b) { return *a.m_values == b; }

private:
    std::shared_ptr<const std::vector<std::int64_t>> m_values; // never null
};

} // namespace tidemark::xla
