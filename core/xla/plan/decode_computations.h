#pragma once

#include "core/xla/plan/decode_context.h"
#include "core/xla/plan/hlo_module.h"

#include <optional>
#include <unordered_map>
#include <vector>

namespace tidemark::xla {

/// The tables decoded from some of the computations. Instructions are numbered from the first of these computations.
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

    /// Reserves room for the records that so many bytes are likely to hold.
    void reserve(std::size_t bytes)
    {
        constexpr std::size_t kLikelySize = 256; // of an instruction
        instructions.reserve(bytes / kLikelySize);
        numbers.reserve(bytes / kLikelySize);
    }
};

/// Returns whether a field of a HloModuleProto holds a computation.
bool isComputation(const WireReader& field);

/// Adds the computations among `fields`, which belong to a HloModuleProto and are a part of the context's bytes. Other
/// fields are left out. Several threads may read parts of one module, each with its own context.
void decodeComputations(DecodeContext& context, std::string_view fields, ComputationTables& tables);

} // namespace tidemark::xla
