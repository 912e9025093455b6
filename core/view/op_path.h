#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace tidemark {

/// More parts than programs have. Code that walks paths may take a step, or a copy, for each part.
constexpr std::size_t kMostPathParts = 256;

/// The place of an operation or argument in a model, from the outside in, derived from the framework's name:
///
///     jit(train)/transpose(jvp(Lm))/layers_3/checkpoint/attn/dot_general   Lm/layers_3/attn/dot_general
///     state['params']['layers_3']['attn']['kernel']                        state/params/layers_3/attn/kernel
///     init_carry[2]                                                        init_carry/2
///     iota.28                                                              iota
///
/// Leaves out names that only describe how a program was made and runs: jit(…), jvp, transpose, vmap, checkpoint,
/// rematerialization, while, body, calls. The operation itself stays as the last part. Empty for an empty name. Beyond
/// kMostPathParts the last part is the whole rest, with spaces for slashes. Cost: linear in the name. Source of the
/// wrappers: name stacks of JAX's transformations and of their primitives' bodies.
std::string opPath(std::string_view name);

/// Returns whether a whole path is only the name of a call or a loop: "while", "remat2". Such a path names no
/// operation.
bool isCallPart(std::string_view path);

/// Returns whether a parameter's name is the path of an argument in the user's program. Programs whose arguments have
/// no names have generated ones.
bool isArgumentPath(std::string_view name);

} // namespace tidemark
