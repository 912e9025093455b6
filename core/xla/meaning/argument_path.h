#pragma once

#include "core/xla/meaning/arguments.h"

#include <optional>
#include <string_view>
#include <unordered_map>

namespace tidemark::xla {

/// The meaning that an argument's path gives.
struct PathMeaning {
    Category category = Category::Unknown;
    std::string_view word; // the part of the path that decided
    /// True if the meaning counts only where dataflow decides nothing: the path has only the name of a layer's array
    /// ("kernel"), or a word of a compound within a model ("model.token_mixer").
    bool isWeak = false;
    /// True if the meaning counts unless an update with gradients contradicts it: the path has a word of a compound
    /// ("token_mixer"), a tree of weights inside other state, which may only have the shapes of the weights
    /// ("v['params']"), only the name of an optimizer, which may hold the weights, too ("optimizer['target']"), or a word
    /// of optimizers as the array's own name: the head of a model that gives a mean is a "mu", too.
    bool isDoubtful = false;
};

/// Reads the framework's names of arguments: "state['opt_state'][0].mu['dense']['kernel']". The outermost part with a
/// known meaning decides unless an inner one says more. Source of the words: the state trees of JAX, Flax (Linen, NNX),
/// Optax, Equinox, Haiku, MaxText, Keras and PyTorch/XLA. It caches the parts of paths, and a program has few different
/// ones. The paths must outlive the reader.
class PathReader
{
public:
    /// A single integer within optimizer state or gradients is a counter. An argument that may be a random key is one
    /// if the last part of its path says "key". A parameter "b" with several dimensions is no bias. Returns nullopt
    /// when no part has a known meaning.
    std::optional<PathMeaning> read(const Argument& argument);

private:
    struct PartMeaning {
        std::optional<Category> strong;
        std::optional<Category> weak;
        bool isKey = false;
        bool isContainer = false; // it only names an optimizer
        bool isCompound = false; // the strong word is only one of its words
    };

    PartMeaning meaningOf(std::string_view part);

    std::unordered_map<std::string_view, PartMeaning> m_parts;
};

} // namespace tidemark::xla
