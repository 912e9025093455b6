#pragma once

#include "core/xla/meaning/argument_meanings.h"

namespace tidemark::xla {

/// The rule that decided the meaning of a value.
enum class ValueRule : std::uint8_t {
    None,
    Argument, // it is an argument
    NextValue, // it is the next value of an argument
    WrittenInto, // it is an argument with something written at an index
    Rows, // rows of the batch, a cache or optimizer state, picked by index
    Gradient, // computed by the backward part and used by the update
    OptimizerStep, // computed from the optimizer's state and gradients
    OfOptimizer, // computed from the optimizer's state without gradients
    OfWeights, // computed from weights alone
    OfState, // computed from other state alone
    OfInputs, // integers and masks computed from the batch alone
    OfCache,
    Constant, // a constant of the program
    Independent, // computed, but not from any argument
    Backward,
    Saved,
    Recomputed,
    Forward,
    Result,
    Unbound, // the file does not connect it with its source
};

/// The meaning of a buffer, and the reason for it.
struct Meaning {
    Category category = Category::Unknown;
    Role role = Role::None;
    ValueRule rule = ValueRule::None;
    bool isCopy = false; // it is a copy of `evidence`
    ArgumentId argument; // the argument that decided, if there is one
    ValueId evidence; // the value that decided, such as the source of a copy
    ValueId filledBy = {}; // the value that is written into memory without a meaning, and gives it this meaning
    bool isCertain = true; // false if weak evidence decided; see ArgumentMeaning
};

} // namespace tidemark::xla
