#pragma once

#include "core/xla/meaning/arguments.h"
#include "core/xla/meaning/backward.h"
#include "core/xla/meaning/origins.h"

#include <string_view>

namespace tidemark::xla {

struct ArgumentMeaning {
    Category category = Category::Unknown;
    std::string_view reason = "no rule matched"; // % stands for the word of the path
    std::string_view word = {}; // the word of the path that decided
    /// False if the evidence is weak: a single word that may mean several things, or a use that other arrays have, too.
    bool isCertain = true;
};

/// The meaning of every argument.
struct ArgumentMeanings {
    IdVector<ArgumentId, ArgumentMeaning> of;
    ValueTruths isGradient; // of a weight, as the backward part computes it
    ValueTruths isOfGradient; // a term of an update that an optimizer computes from such gradients with products

    /// Returns whether a term of the update is such a gradient.
    bool isOfGradients(const Update& update) const;
};

/// Decides the meaning of every argument: by its path, or by how the program uses it where the path says nothing. Cost:
/// a fixed number of sweeps over the graph.
ArgumentMeanings findArgumentMeanings(const HloGraph& graph, const Arguments& arguments, const Updates& updates,
                                      const Origins& copies, const Backward& backward);

} // namespace tidemark::xla
