#pragma once

#include "core/shapes/shape.h"

#include <cstdint>
#include <string_view>

namespace tidemark::xla {

/// The fields of an instruction that are read. Views point into the module's bytes and may hold any bytes.
struct Instruction {
    std::string_view name;
    std::string_view opcode;
    std::string_view opName; // the framework's name, "jit(train_step)/…"
    std::string_view sourceFile;
    std::string_view customCallTarget;
    std::string_view backendConfig;
    ShapeView shape;
    std::int64_t sourceLine = 0;
    std::int64_t stackFrame = 0; // 0: none
    std::int64_t parameterNumber = -1;
};

/// Reads a serialized HloInstructionProto. It does not report damage, because decoding the module has reported it.
/// Cost: one walk over its fields.
Instruction readInstruction(std::string_view bytes);

/// Reads one text field of the instruction by its field number.
std::string_view readInstructionText(std::string_view bytes, std::uint32_t field);

} // namespace tidemark::xla
