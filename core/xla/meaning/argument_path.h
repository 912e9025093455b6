#pragma once

#include "core/xla/meaning/category.h"

#include <optional>
#include <string_view>
#include <unordered_map>

namespace tidemark {

/// Elements of the state of a random number generator.
constexpr std::int64_t kLargestKey = 8;

/// What the path of an argument says of its meaning.
struct PathMeaning {
    Category category = Category::Unknown;
    std::string_view word; // the part of the path that says it
    /// Counts only where dataflow says nothing: the name of a layer's array alone ("kernel"), or a word of a compound
    /// within a model ("model.token_mixer").
    bool isWeak = false;
    /// Counts unless an update with gradients tells otherwise: a word of a compound ("token_mixer"), or weights within
    /// something else, which may be a tree like theirs ("v['params']").
    bool isDoubtful = false;
};

/// Reads the framework's names of arguments: "state['opt_state'][0].mu['dense']['kernel']". The outermost part that
/// means something decides. Source of the words: the state trees of JAX, Flax (Linen, NNX), Optax, Equinox, Haiku,
/// MaxText, Keras and PyTorch/XLA. Remembers the parts, of which a program has few: the paths have to outlive it.
class PathReader
{
public:
    /// `isInteger`: whether its elements are; a single integer within optimizer state or gradients is a counter, few
    /// with "key" in their last part are a random key. `rank`: its dimensions; a parameter "b" of several is no bias.
    /// nullopt when no part means anything.
    std::optional<PathMeaning> read(std::string_view path, bool isInteger, std::int64_t elements, int rank);

private:
    struct PartMeaning {
        std::optional<Category> strong;
        std::optional<Category> weak;
        bool isKey = false;
        bool isCompound = false; // of the strong word and others
    };

    PartMeaning meaningOf(std::string_view part);

    std::unordered_map<std::string_view, PartMeaning> m_parts;
};

} // namespace tidemark
