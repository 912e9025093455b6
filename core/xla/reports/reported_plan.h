#pragma once

#include "core/devices/platform.h"
#include "core/xla/plan/hlo_parts.h"
#include "core/xla/reports/compiler_report.h"

#include <span>
#include <string>
#include <unordered_map>

namespace tidemark::xla {

/// Writes the instructions that define reported values, and a module that holds them. All values with one name share
/// one instruction. An instruction has its name, and its shape as far as the report has it.
class InstructionWriter
{
public:
    /// Returns the id of the instruction that defines the value. `parameter`: the parameter number if the value is an
    /// argument.
    std::int64_t add(const ReportedValue& value, std::optional<std::int64_t> parameter);

    /// Returns a serialized HloModuleProto with all instructions. Call it once, after all add() calls.
    std::string module(std::string_view name, std::uint64_t id);

    /// Valid after module(): the number of shapes that could not be read, and whether a layout has tiles, which only
    /// TPU compilers write.
    std::size_t unreadShapes() const { return m_unread; }
    std::string_view firstUnread() const { return m_firstUnread; }
    bool hasTiles() const { return m_hasTiles; }

private:
    struct Part {
        std::string_view path;
        std::string_view shape;
    };
    struct Definition {
        std::string_view name;
        std::vector<Part> parts; // parts of its shape
        std::optional<std::int64_t> parameter;
    };
    /// A part of a tuple's shape.
    struct Element {
        std::vector<std::int64_t> path;
        std::string_view shape;
    };

    std::string shapeOf(const Definition& definition);
    std::optional<std::string> tupleOf(std::span<const Element> elements, std::size_t depth);
    std::string read(std::string_view shape);

    std::vector<Definition> m_definitions; // the id of each is its position + 1
    std::unordered_map<std::string_view, std::size_t> m_byName;
    std::size_t m_fillers = 0; // number of unreported tuple elements that may still be written
    std::size_t m_unread = 0;
    std::string_view m_firstUnread;
    bool m_hasTiles = false;
};

/// A plan made from text reports.
struct ReportedPlan {
    HloParts parts;
    Platform platform = Platform::Unknown; // guessed from the layouts
};

/// Writes the report as the HloProto that a compiler would have written, so that the same code can read it. The heap
/// trace of each memory space is made from the live ranges of its temporary values, in the order of HeapSimulator::Run
/// of xla/service/heap_simulator: at each step first all values that begin, then all that end, by their ids. A value
/// that begins where another one is live shares its memory. Adds notices about the facts that the plan lacks. Memory
/// and cost: linear in the report, except that ranges are sorted.
ReportedPlan writePlan(CompilerReport& report, std::string_view moduleName, std::uint64_t moduleId);

} // namespace tidemark::xla
