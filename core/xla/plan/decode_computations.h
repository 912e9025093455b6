#pragma once

#include "core/xla/plan/decode_context.h"
#include "core/xla/plan/hlo_module.h"

#include <optional>
#include <unordered_map>
#include <vector>

namespace tidemark {

/// What is read of some of the computations; instructions count from their first.
struct ComputationTables {
    struct Parameter {
        std::int64_t number;
        InstructionId instruction;
    };

    IdVector<InstructionId, ModuleTables::Place> instructions;
    IdVector<InstructionId, std::int64_t> numbers; // the file's; 0 for none
    IdVector<ComputationId, Computation> computations;
    std::vector<Parameter> parameters; // of all computations
    std::vector<InstructionId> customCalls;
    std::unordered_map<InstructionId, Instruction> wide;
    std::optional<ScopedMemory> scoped;

    /// Makes room for what is likely to be in so many bytes.
    void reserve(std::size_t bytes)
    {
        constexpr std::size_t kLikelySize = 256; // of an instruction
        instructions.reserve(bytes / kLikelySize);
        numbers.reserve(bytes / kLikelySize);
    }
};

/// Whether a field of a HloModuleProto holds a computation.
bool isComputation(const WireReader& field);

/// Adds the computations among `fields`, of a HloModuleProto, a part of the context's bytes; others are left out. Parts
/// of a module may be read at the same time, each with a context of its own.
void decodeComputations(DecodeContext& context, std::string_view fields, ComputationTables& tables);

} // namespace tidemark
