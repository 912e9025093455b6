#pragma once

#include "core/base/id_vector.h"
#include "core/base/progress.h"
#include "core/base/warnings.h"
#include "core/include/tidemark/result.h"
#include "core/xla/plan/field_ref.h"
#include "core/xla/plan/ids.h"
#include "core/xla/plan/instruction.h"
#include "core/xla/plan/instruction_numbers.h"
#include "core/xla/plan/stack_frames.h"

#include <unordered_map>
#include <vector>

namespace tidemark::xla {

/// The largest scratch memory on the chip that one instruction needs in addition to its buffers.
struct ScopedMemory {
    std::int64_t bytes = 0;
    std::string_view instruction;
};

/// Instructions [begin, end) of the module.
struct Computation {
    std::string_view name;
    std::int64_t id = 0; // as in the file
    std::int64_t rootId = 0; // the file's id of the root instruction
    InstructionId begin;
    InstructionId end;
};

/// The decoded tables that HloModule answers from.
struct ModuleTables {
    /// A serialized HloInstructionProto and the shape in it. It takes 8 bytes, because there are millions.
    struct Place {
        FieldRef instruction;
        FieldRef shape;
    };

    std::string_view bytes; // the bytes to which FieldRefs refer
    std::string_view name;
    std::string_view entryName;
    std::int64_t id = 0;
    IdVector<InstructionId, Place> instructions; // of all computations, in file order
    IdVector<ComputationId, Computation> computations; // in file order
    ComputationId entry; // none when the file does not name it
    std::vector<std::string_view> aliases; // serialized HloInputOutputAliasProtos; compilers write at most one
    std::vector<InstructionId> customCalls; // of all computations, in file order
    std::unordered_map<InstructionId, Instruction> wide; // instructions with very many fields
    InstructionNumbers byNumber;
    std::vector<std::int64_t> parameterNumbers; // of the entry computation, ascending
    std::vector<InstructionId> parameters; // the parameter of each number
    StackFrames frames;
    std::optional<ScopedMemory> scoped;
    Warnings warnings;
};

/// `bytes` is a serialized HloModuleProto and must outlive the tables. Returns an error when it is damaged or has 4 GiB
/// or more, and an error of kind Cancelled. `fileOffset` is added to offsets in messages. Cost: one pass.
Result<ModuleTables> decodeModule(std::string_view bytes, std::uint64_t fileOffset, const Progress& progress);

} // namespace tidemark::xla
