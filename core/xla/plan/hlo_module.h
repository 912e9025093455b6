#pragma once

#include "core/base/id_vector.h"
#include "core/base/progress.h"
#include "core/base/warnings.h"
#include "core/devices/platform.h"
#include "core/include/tidemark/result.h"
#include "core/shapes/shape.h"
#include "core/wire/damage.h"
#include "core/xla/plan/decode_context.h"
#include "core/xla/plan/field_ref.h"
#include "core/xla/plan/ids.h"
#include "core/xla/plan/instruction_numbers.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace tidemark::xla {

struct SourceLocation {
    std::string_view file;
    std::string_view function; // "Net.__call__"; empty: unknown
    std::int64_t line = 0;
    std::int64_t column = 0;
};

/// The table of source lines of a module. Its entries refer to each other by numbers that count from 1, as in the file.
class StackFrames
{
public:
    /// Adds a serialized StackFrameIndexProto, which is a part of the context's bytes. Damage is a warning and affects
    /// nothing else.
    void add(std::string_view body, DecodeContext& context);

    /// The frames from the innermost outwards, without cycles and without frames that have no place. Empty when the
    /// innermost frame has no place.
    std::vector<SourceLocation> stack(std::int64_t frame) const;

private:
    struct Frame {
        std::int64_t location = 0;
        std::int64_t parent = 0;
    };
    struct Location {
        std::int64_t file = 0;
        std::int64_t function = 0;
        std::int64_t line = 0;
        std::int64_t column = 0;
    };

    void addLocation(std::string_view body, Damage& damage);
    void addFrame(std::string_view body, Damage& damage);
    std::optional<SourceLocation> locationOf(const Frame& frame) const;

    std::vector<std::string_view> m_fileNames;
    std::vector<std::string_view> m_functionNames;
    std::vector<Location> m_locations;
    std::vector<Frame> m_frames;
};

/// The JSON array used_scoped_memory_configs in the backend_config of a TPU instruction. Empty when it is missing or
/// empty.
std::string_view scopedMemoryConfigs(std::string_view backendConfig);

/// The largest `size` with memory_space "1" in such an array. nullopt when there is none. Damaged JSON counts as none.
std::optional<std::int64_t> usedScopedMemory(std::string_view array);

/// The fields of an instruction that are read. Views point into the module's bytes and may hold any bytes.
struct Instruction {
    std::string_view name;
    std::string_view opcode;
    std::string_view opName; // the framework's name, "jit(train_step)/…"
    std::string_view sourceFile;
    std::string_view backendConfig;
    ShapeView shape;
    std::int64_t sourceLine = 0;
    std::int64_t stackFrame = 0; // 0: none
    std::int64_t parameterNumber = -1;
};

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

/// A part of the program's result that takes over the memory of a part of an argument. Paths lead into their shapes.
struct InputOutputAlias {
    std::vector<std::int64_t> output;
    std::int64_t parameterNumber = 0;
    std::vector<std::int64_t> parameterIndex;
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
    std::vector<InputOutputAlias> aliases;
    std::vector<InstructionId> customCalls; // of all computations, in file order
    std::unordered_map<InstructionId, Instruction> wide; // instructions with very many fields
    InstructionNumbers byNumber;
    std::vector<std::int64_t> parameterNumbers; // of the entry computation, ascending
    std::vector<InstructionId> parameters; // the parameter of each number
    StackFrames frames;
    std::optional<ScopedMemory> scoped;
    Warnings warnings;
};

/// A compiled module as an index of its instructions. An instruction is decoded only when it is needed.
class HloModule
{
public:
    /// `bytes` is a serialized HloModuleProto of less than 4 GiB and must outlive the module. Literals are skipped and
    /// shapes are not read. Errors include kind Cancelled.
    static Result<HloModule> decode(std::string_view bytes, std::uint64_t fileOffset = 0,
                                    const Progress& progress = {});

    std::string_view name() const { return m_tables.name; }
    std::string_view entryComputationName() const { return m_tables.entryName; }
    std::int64_t id() const { return m_tables.id; }
    /// The serialized HloModuleProto.
    std::string_view bytes() const { return m_tables.bytes; }
    /// Every instruction, computation by computation as in the file:
    ///     for (const InstructionId instruction : module.instructions())
    IdVector<InstructionId, ModuleTables::Place>::Ids instructions() const { return m_tables.instructions.ids(); }
    std::size_t instructionCount() const { return m_tables.instructions.size(); }
    const IdVector<ComputationId, Computation>& computations() const { return m_tables.computations; }
    /// The entry computation, or none when the file does not name it.
    ComputationId entry() const { return m_tables.entry; }
    const std::vector<InputOutputAlias>& aliases() const { return m_tables.aliases; }
    /// Damage outside the memory plan. Each damaged instruction is named.
    const Warnings& warnings() const { return m_tables.warnings; }

    /// Prepares findInstruction(name), which only plans of old compilers need. Cost: decodes every instruction.
    void indexNames();

    /// Finds an instruction by the file's number or by name, or none. The first of equal ones counts.
    InstructionId findInstruction(std::int64_t number) const { return m_tables.byNumber.find(number); }
    InstructionId findInstruction(std::string_view name) const;

    /// Cost: one walk over the instruction's fields. Instructions with very many fields are kept and cost nothing.
    Instruction instruction(InstructionId instruction) const;
    /// The bytes in the file: a serialized HloInstructionProto.
    std::string_view bytesOf(InstructionId instruction) const
    {
        return m_tables.instructions[instruction].instruction.in(m_tables.bytes);
    }
    /// The instructions that call code outside HLO, such as kernels, in file order.
    const std::vector<InstructionId>& customCalls() const { return m_tables.customCalls; }
    /// A part of the instruction without its metadata, for lists and sums over all buffers.
    std::string_view nameOf(InstructionId instruction) const;
    std::string_view opcodeOf(InstructionId instruction) const;
    ShapeView shapeOf(InstructionId instruction) const
    {
        return m_tables.instructions[instruction].shape.in(m_tables.bytes);
    }
    /// Prefetches the first fields of bytesOf() for a call that follows soon.
    void prefetch(InstructionId instruction) const
    {
        constexpr int kLine = 64;
        constexpr int kLines = 3;
        const char* const begin = m_tables.bytes.data() + m_tables.instructions[instruction].instruction.offset;
        for (int line = 0; line < kLines; ++line)
            __builtin_prefetch(begin + line * kLine); // prefetching past the end is harmless
    }
    /// Prefetches shapeOf() for a call that follows soon.
    void prefetchShape(InstructionId instruction) const
    {
        if (const FieldRef shape = m_tables.instructions[instruction].shape)
            __builtin_prefetch(m_tables.bytes.data() + shape.offset);
    }
    /// The parameter of the entry computation with that number, or none.
    InstructionId entryParameter(std::int64_t number) const;

    /// See StackFrames::stack().
    std::vector<SourceLocation> stack(std::int64_t frame) const { return m_tables.frames.stack(frame); }

    /// The first in file order among equals, or nullopt when no instruction uses scoped memory.
    /// Source: used_scoped_memory_configs in the JSON of the TPU backend's backend_config, memory_space "1".
    const std::optional<ScopedMemory>& maxScopedMemory() const { return m_tables.scoped; }

private:
    const Instruction* wide(InstructionId instruction) const; // null for nearly all

    ModuleTables m_tables;
    std::map<std::string_view, InstructionId> m_byName; // empty before indexNames()
};

/// The platform that a serialized HloInstructionProto was compiled for, judged by the instruction alone: tiled layouts
/// mean TPU, configurations of the GPU backend mean GPU. Stops at the first sign. Damage counts only before that sign.
Platform platformOfInstruction(std::string_view bytes, Damage& damage);

} // namespace tidemark::xla
