#pragma once

#include "core/xla/meaning/opcode.h"

#include <cstdint>
#include <string_view>

namespace tidemark::xla {

/// The fact about an operation that the framework's name states.
enum class Naming : std::uint8_t {
    None,
    OfJax, // none of the below; JAX named it, which would have marked it
    Backward, // part of the backward part: JAX's "transpose(jvp…"
    Recomputed, // recomputed for the backward part: JAX's "rematted_computation"
};

/// Returns whether instructions of this opcode are named after their operation and not after the value that they hold.
bool isNamedAfterItself(Opcode opcode);

/// `metadata` is an OpMetadata message. Cost: a pass over its name.
Naming namingOf(std::string_view metadata);

} // namespace tidemark::xla
