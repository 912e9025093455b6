#pragma once

#include <cstdint>
#include <string_view>

namespace tidemark::xla {

/// The kind of data that a buffer holds. Reports list the categories in this order.
enum class Category : std::uint8_t {
    ModelParameters, // weights, trained or frozen
    OptimizerState, // moments and other state that is updated with the weights
    Gradients, // of the loss with respect to weights, up to their use in the update
    KvCache, // keys and values of earlier positions, carried from step to step
    Inputs, // the batch
    OtherState, // step counters, random keys, batch statistics, other loop state
    Activations, // values that depend on the data
    Outputs, // results that are none of the above
    Constants,
    Unknown, // no rule decides
};
constexpr int kCategories = 10;

/// The role that the buffer's bytes have in their category.
enum class Role : std::uint8_t {
    None,
    Held, // the argument or result itself
    Copy, // another copy of the same values
    New, // the next value of a state, before it replaces the current one
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
/// The category of that name; Unknown if there is none.
Category categoryNamed(std::string_view name);
/// "Model parameters"
std::string_view categoryLabel(Category category);
/// What the category contains.
std::string_view categoryHelp(Category category);
/// "held"; empty for None.
std::string_view roleName(Role role);

} // namespace tidemark::xla
