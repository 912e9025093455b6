#pragma once

#include <cstdint>
#include <utility>
#include <vector>

namespace tidemark {

/// A table that is indexed by one type of id, not by numbers or ids of another table. Costs the same as a vector.
///
///     IdVector<RowId, Row> rows;
///     for (const RowId row : rows.ids())
///         … rows[row] …
template <class Position, class T>
class IdVector : public std::vector<T>
{
    using Vector = std::vector<T>;

public:
    /// All positions in order. The range does not grow with the table.
    class Ids
    {
    public:
        class Iterator
        {
        public:
            explicit Iterator(std::uint32_t at)
                : m_at(at)
            { }
            Position operator*() const { return Position(m_at); }
            Iterator& operator++()
            {
                ++m_at;
                return *this;
            }
            friend bool operator==(Iterator a, Iterator b) { return a.m_at == b.m_at; }

        private:
            std::uint32_t m_at;
        };

        explicit Ids(std::uint32_t count)
            : m_count(count)
        { }
        Iterator begin() const { return Iterator(0); }
        Iterator end() const { return Iterator(m_count); }

    private:
        std::uint32_t m_count;
    };

    using Vector::Vector;
    explicit IdVector(Vector values)
        : Vector(std::move(values))
    { }

    /// REQUIRES: an id of this table, not none
    typename Vector::reference operator[](Position id) { return Vector::operator[](id.index()); }
    typename Vector::const_reference operator[](Position id) const { return Vector::operator[](id.index()); }

    /// The id that the next added element will have.
    Position nextId() const { return Position::at(this->size()); }
    Ids ids() const { return Ids(static_cast<std::uint32_t>(this->size())); }
    /// The elements as a plain vector, to be moved from.
    Vector&& values() && { return static_cast<Vector&&>(*this); }
};

} // namespace tidemark
