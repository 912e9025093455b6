#pragma once

#include "core/xla/plan/decode_module.h"

#include <map>

namespace tidemark::xla {

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
    /// Serialized HloInputOutputAliasProtos: which results take over the memory of which arguments.
    const std::vector<std::string_view>& aliases() const { return m_tables.aliases; }
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

} // namespace tidemark::xla
