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
    /// Cost: two sweeps over the graph.
    explicit Arguments(const HloGraph& graph);

    std::size_t size() const { return m_all.size(); }
    IdVector<ArgumentId, Argument>::Ids ids() const { return m_all.ids(); }
    const Argument& operator[](ArgumentId id) const { return m_all[id]; }
    /// None when the value is no argument.
    ArgumentId at(ValueId value) const { return m_byValue[value]; }

    /// What a value is made of besides constants.
    bool isOfNone(ValueId value) const { return m_only[value] == kOfNone; }
    bool isOfMany(ValueId value) const { return m_only[value] == kOfMany; }
    /// The one that it is made of; else none.
    ArgumentId only(ValueId value) const
    {
        const std::uint32_t only = m_only[value];
        return only < kOfMany ? ArgumentId(only) : ArgumentId();
    }
    /// Steps from the arguments on the longest way, loops counted once.
    std::uint32_t depth(ValueId value) const { return m_depth[value]; }

private:
    static constexpr std::uint32_t kOfNone = 0xffffffff;
    static constexpr std::uint32_t kOfMany = 0xfffffffe;

    IdVector<ArgumentId, Argument> m_all;
    IdVector<ValueId, ArgumentId> m_byValue;
    IdVector<ValueId, std::uint32_t> m_only;
    IdVector<ValueId, std::uint32_t> m_depth;
};

} // namespace tidemark
