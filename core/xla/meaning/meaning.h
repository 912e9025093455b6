#pragma once

#include "core/xla/meaning/argument_meanings.h"

namespace tidemark {

/// What decided on the meaning of a value.
enum class ValueRule : std::uint8_t {
    None,
    Argument, // it is one
    NextValue, // of an argument
    WrittenInto, // an argument, at an index
    Gradient, // defined by the backward part, consumed by the update
    OptimizerStep, // made of the optimizer's state and gradients
    OfOptimizer, // made of the optimizer's state, and of no gradient
    OfWeights, // made of weights alone
    OfState, // made of other state alone
    OfInputs, // integers and masks made of the batch alone
    OfCache,
    Constant, // a constant of the program
    Independent, // computed, but from no argument
    Backward,
    Saved,
    Recomputed,
    Forward,
    Result,
};

/// What a buffer holds and what says so.
struct Meaning {
    Category category = Category::Unknown;
    Role role = Role::None;
    ValueRule rule = ValueRule::None;
    bool isCopy = false; // of what `evidence` is
    ArgumentId argument; // that decided, where one did
    ValueId evidence; // a value that decided: the source of a copy, the reader of what is saved
    ValueId filledBy = {}; // of memory that starts without meaning: what is written into it, whose meaning this is
};

} // namespace tidemark
