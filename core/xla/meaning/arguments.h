#pragma once

#include "core/xla/meaning/category.h"
#include "core/xla/meaning/hlo_graph.h"

#include <string_view>
#include <vector>

namespace tidemark {

struct ArgumentTag;
/// An array among the arguments of the entry computation.
using ArgumentId = Id<ArgumentTag>;

struct Argument {
    ValueId value;
    std::int64_t number = 0; // of the entry parameter
    std::string_view path; // as the framework names it, else the instruction's name
    std::int64_t type = 0; // its number in PrimitiveType
    std::int64_t elements = 0;
    int rank = 0;
    bool isInteger = false; // or a truth value
};

/// Integers and truth values, but not those of few bits that stand for real numbers. `type`: its number in
/// PrimitiveType.
bool isIntegerType(std::int64_t type);

bool contains(const std::vector<ArgumentId>& all, ArgumentId one);

/// The arguments in the order of their numbers, and on which of them values depend.
class Arguments
{
public:
    /// Cost: a sweep over the graph.
    explicit Arguments(const HloGraph& graph);

    std::size_t size() const { return m_all.size(); }
    IdVector<ArgumentId, Argument>::Ids ids() const { return m_all.ids(); }
    const Argument& operator[](ArgumentId id) const { return m_all[id]; }
    /// None when the value is no argument.
    ArgumentId at(ValueId value) const
    {
        const std::uint32_t place = value.value - m_firstValue; // wraps before the first
        return place < m_byValue.size() ? m_byValue[place] : ArgumentId();
    }

    /// What a value is made of besides constants.
    bool isOfNone(ValueId value) const { return m_only[value] == kOfNone; }
    bool isOfMany(ValueId value) const { return m_only[value] == kOfMany; }
    /// The one that it is made of; else none.
    ArgumentId only(ValueId value) const
    {
        const std::uint32_t only = m_only[value];
        return only < kOfMany ? ArgumentId(only) : ArgumentId();
    }

private:
    static constexpr std::uint32_t kOfNone = 0xffffffff;
    static constexpr std::uint32_t kOfMany = 0xfffffffe;

    IdVector<ArgumentId, Argument> m_all;
    std::vector<ArgumentId> m_byValue; // from the first to the last value that is one
    std::uint32_t m_firstValue = 0;
    IdVector<ValueId, std::uint32_t> m_only;
};

} // namespace tidemark
