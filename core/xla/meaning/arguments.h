#pragma once

#include "core/xla/meaning/category.h"
#include "core/xla/meaning/hlo_graph.h"

#include <optional>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace tidemark::xla {

struct ArgumentTag;
/// An array among the arguments of the entry computation.
using ArgumentId = Id<ArgumentTag>;

/// The largest number of elements of a random number generator's state.
constexpr std::int64_t kLargestKey = 8;

struct Argument {
    ValueId value;
    std::int64_t number = 0; // the number of the entry parameter
    std::string_view path; // the framework's name, or else the instruction's name
    std::int64_t type = 0; // its number in PrimitiveType
    std::int64_t elements = 0;
    int rank = 0;
    bool isInteger = false; // or boolean

    /// Returns whether it has the type and size of a random number generator's state: a few numbers of type u32.
    bool isKey() const;
};

/// Returns whether the type is an integer or boolean type. Types of 8 bits or fewer that quantized models use for real
/// numbers do not count. `type`: its number in PrimitiveType.
bool isIntegerType(std::int64_t type);

bool contains(const std::vector<ArgumentId>& all, ArgumentId one);

/// The arguments in the order of their parameter numbers, and the arguments on which each value depends.
class Arguments
{
public:
    Arguments() = default;
    /// Cost: a forward sweep over the graph.
    explicit Arguments(const HloGraph& graph);

    std::size_t size() const { return m_all.size(); }
    IdVector<ArgumentId, Argument>::Ids ids() const { return m_all.ids(); }
    const Argument& operator[](ArgumentId id) const { return m_all[id]; }
    /// Returns none when the value is not an argument.
    ArgumentId at(ValueId value) const { return m_byValue[value]; }

    /// Returns whether a value depends on no argument.
    bool isOfNone(ValueId value) const { return m_only[value] == kOfNone; }
    bool isOfMany(ValueId value) const { return m_only[value] == kOfMany; }
    /// Returns the argument on which the value depends if there is exactly one, otherwise none.
    ArgumentId only(ValueId value) const
    {
        const std::uint32_t only = m_only[value];
        return only < kOfMany ? ArgumentId(only) : ArgumentId();
    }

private:
    static constexpr std::uint32_t kOfNone = 0xffffffff;
    static constexpr std::uint32_t kOfMany = 0xfffffffe;

    IdVector<ArgumentId, Argument> m_all;
    IdVector<ValueId, ArgumentId> m_byValue;
    IdVector<ValueId, std::uint32_t> m_only;
};

/// The meaning that an argument's path gives.
struct PathMeaning {
    Category category = Category::Unknown;
    std::string_view word; // the part of the path that decided
    /// True if the meaning counts only where dataflow decides nothing: the path has only the name of a layer's array
    /// ("kernel"), or a word of a compound within a model ("model.token_mixer").
    bool isWeak = false;
};

/// Reads the framework's names of arguments: "state['opt_state'][0].mu['dense']['kernel']". The outermost part with a
/// known meaning decides unless an inner one says more. Source of the words: the state trees of JAX, Flax (Linen, NNX),
/// Optax, Equinox, Haiku, MaxText, Keras and PyTorch/XLA. It caches the parts of paths, and a program has few different
/// ones. The paths must outlive the reader.
class PathReader
{
public:
    /// A weak word that is the outermost part of all paths counts for none of them, such as "x" in f(*x).
    explicit PathReader(const Arguments& arguments = {});

    /// A single integer within optimizer state or gradients is a counter. An argument that may be a random key is one
    /// if the last part of its path says "key". A parameter "b" with several dimensions is no bias. Returns nullopt
    /// when no part has a known meaning.
    std::optional<PathMeaning> read(const Argument& argument);

private:
    struct PartMeaning {
        std::optional<Category> strong;
        std::optional<Category> weak;
        bool isKey = false;
        bool isCompound = false; // the strong word is only one of its words
    };

    PartMeaning meaningOf(std::string_view part);

    std::unordered_map<std::string_view, PartMeaning> m_parts;
};

} // namespace tidemark::xla
