#pragma once

#include "core/xla/meaning/opcode.h"

#include <cstdint>
#include <string_view>

namespace tidemark {

/// What the name that a framework gives to an operation says of it.
enum class Naming : std::uint8_t {
    None,
    Backward, // of the backward part: JAX's "transpose(jvp…"
    Recomputed, // a second time for the backward part: JAX's "rematted_computation"
};

/// Whether instructions that do this are named after it, and not after what they hold.
bool isNamedAfterItself(Opcode opcode);

/// `metadata` is an OpMetadata message. Cost: a pass over its name.
Naming namingOf(std::string_view metadata);

} // namespace tidemark
