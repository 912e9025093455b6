#pragma once

#include "core/base/id_map.h"
#include "core/base/progress.h"
#include "core/base/result.h"
#include "core/base/warnings.h"
#include "core/devices/platform.h"
#include "core/xla/plan/field_ref.h"
#include "core/xla/plan/shape.h"

#include <array>
#include <map>
#include <span>
#include <unordered_map>
#include <vector>

namespace tidemark {

/// What is read of an instruction. Views point into the module's bytes and may hold any bytes.
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

struct SourceLocation {
    std::string_view file;
    std::int64_t line = 0;
    std::int64_t column = 0;
};

/// The largest scratch memory in on-chip memory that one instruction asks for beyond its buffers.
struct ScopedMemory {
    std::int64_t bytes = 0;
    std::string_view instruction;
};

/// A compiled module, indexed: where each instruction is, nothing more. An instruction is decoded when it is asked for.
class HloModule
{
public:
    /// `bytes` is a serialized HloModuleProto of less than 4 GiB and must outlive the module. Literals are skipped;
    /// shapes are not looked at. Error of kind Cancelled, too.
    static Result<HloModule> decode(std::string_view bytes, std::uint64_t fileOffset = 0,
                                    const Progress& progress = {});

    std::string_view name() const { return m_name; }
    std::string_view entryComputationName() const { return m_entryName; }
    std::int64_t id() const { return m_id; }
    std::size_t instructionCount() const { return m_instructions.size(); }
    /// What is damaged and is no part of the memory plan, each instruction by its name.
    const Warnings& warnings() const { return m_warnings; }

    /// Makes findInstruction(name) possible, which only plans of old compilers need. Cost: decodes every instruction.
    void indexNames();

    /// kNoIndex when there is none. The first of equal ids or names.
    std::uint32_t findInstruction(std::int64_t id) const { return m_byId.find(id); }
    std::uint32_t findInstruction(std::string_view name) const;

    /// Cost: one walk over the instruction's fields; none for one with very many, which is kept.
    Instruction instruction(std::uint32_t index) const;
    /// A part of it alone, for lists and sums over all buffers: no look at its metadata.
    std::string_view nameOf(std::uint32_t index) const;
    std::string_view opcodeOf(std::uint32_t index) const;
    ShapeView shapeOf(std::uint32_t index) const { return m_instructions[index].shape.in(m_bytes); }
    /// Makes shapeOf() fast a little later.
    void prefetchShape(std::uint32_t index) const
    {
        if (const FieldRef shape = m_instructions[index].shape)
            __builtin_prefetch(m_bytes.data() + shape.offset);
    }
    /// Parameters of the entry computation by number; kNoIndex when there is none.
    std::uint32_t entryParameter(std::int64_t number) const;
    std::span<const std::int64_t> entryParameterNumbers() const { return m_parameterNumbers; }

    /// From the innermost frame outwards, without cycles and without frames that name no place; empty when the
    /// innermost names none.
    std::vector<SourceLocation> stack(std::int64_t frame) const;

    /// The first in file order among equals; nullopt when no instruction uses any.
    /// Source: used_scoped_memory_configs in the JSON of the TPU backend's backend_config, memory_space "1".
    const std::optional<ScopedMemory>& maxScopedMemory() const { return m_scoped; }

private:
    struct Frame {
        std::int64_t location = 0;
        std::int64_t parent = 0;
    };
    struct Location {
        std::int64_t file = 0;
        std::int64_t line = 0;
        std::int64_t column = 0;
    };
    /// A serialized HloInstructionProto and the shape in it; 8 bytes, as there are millions.
    struct Place {
        FieldRef instruction;
        FieldRef shape;
    };
    friend class ModuleDecoder;

    Instruction read(std::uint32_t index) const;
    std::string_view textOf(std::uint32_t index, std::uint32_t field) const;
    std::optional<SourceLocation> locationOf(const Frame& frame) const;

    std::string_view m_name;
    std::string_view m_entryName;
    std::int64_t m_id = 0;
    std::int64_t m_entryId = 0;
    std::string_view m_bytes;
    std::vector<Place> m_instructions;
    std::unordered_map<std::uint32_t, Instruction> m_wide; // those with very many fields
    IdMap m_byId;
    std::map<std::string_view, std::uint32_t> m_byName; // empty before indexNames()
    std::vector<std::int64_t> m_parameterNumbers; // ascending
    std::vector<std::uint32_t> m_parameters; // instruction of each
    std::vector<std::string_view> m_fileNames;
    std::vector<Location> m_locations;
    std::vector<Frame> m_frames;
    std::optional<ScopedMemory> m_scoped;
    Warnings m_warnings;
};

/// The platform a serialized HloModuleProto was compiled for, as its own text tells: tiled layouts mean TPU,
/// configurations of the GPU backend GPU. Stops at the first sign.
Platform platformOfModule(std::string_view bytes);

/// The same of one serialized HloComputationProto, which may be cut.
Platform platformOfComputation(std::string_view bytes);

} // namespace tidemark
