#pragma once

#include <cstdint>
#include <string_view>

namespace tidemark {

/// Of what the bytes of a buffer are. In the order in which reports list them.
enum class Category : std::uint8_t {
    ModelParameters, // weights, trained or frozen
    OptimizerState, // moments and other state that is updated with the weights
    Gradients, // of the loss with respect to weights, up to their use in the update
    KvCache, // keys and values of earlier positions, carried from step to step
    Inputs, // the batch
    OtherState, // step counters, random keys, batch statistics, other loop state
    Activations, // what flows with the data
    Outputs, // results that are none of the above
    Constants,
    Unknown, // nothing decides
};
constexpr int kCategories = 10;

/// How the bytes are held.
enum class Role : std::uint8_t {
    None,
    Held, // the argument or result itself
    Copy, // the same values once more
    New, // the next value of a state, before it replaces the old one
    Partial, // a gradient before it is summed over devices or steps
    Whole, // a gradient that is complete
    Saved, // an activation that the backward part reads
    Recomputed, // an activation computed a second time
    Forward,
    Backward, // a gradient of an activation
};
constexpr int kRoles = 10;

/// "model_parameters"
std::string_view categoryName(Category category);
/// "Model parameters"
std::string_view categoryLabel(Category category);
/// "held"; empty for None.
std::string_view roleName(Role role);

} // namespace tidemark
