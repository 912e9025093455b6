#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace tidemark {

/// More than programs have: what walks paths may take a step, or a copy, for each part.
constexpr std::size_t kMostPathParts = 256;

/// Where in a model something is, from the outside in, from a framework's name of an operation or an argument:
///
///     jit(train)/transpose(jvp(Lm))/layers_3/checkpoint/attn/dot_general   Lm/layers_3/attn/dot_general
///     state['params']['layers_3']['attn']['kernel']                        state/params/layers_3/attn/kernel
///     init_carry[2]                                                        init_carry/2
///     iota.28                                                              iota
///
/// Without what only says how a program was made and runs: jit(…), jvp, transpose, vmap, checkpoint, rematerialisation,
/// while, body, calls. What an operation is stays, as the last part. Empty for an empty name. Of a name with more than
/// kMostPathParts the last part is all the rest, with spaces for slashes. Cost: linear in the name. Source of the
/// wrappers: name stacks of JAX's transformations and of their primitives' bodies.
std::string opPath(std::string_view name);

/// Whether a parameter's name is the path of an argument in the user's program. Not so: what stands in programs whose
/// arguments have no names.
bool isArgumentPath(std::string_view name);

} // namespace tidemark
