#include "core/plan/plan.h"

#include "proto/hlo.pb.h"

#include <algorithm>

namespace tidemark {
namespace {

using proto::HloProto;

Error noAssignment()
{
    return {ErrorKind::Unsupported,
            "This module has no buffer assignment, so it tells nothing of memory. XLA writes one into the dump taken after "
            "optimizations (--xla_dump_hlo_as_proto, *.after_optimizations.hlo.pb) and into captured profiles.",
            std::nullopt};
}

} // namespace

Result<HloParts> findHloParts(const File& file, FileRange hlo)
{
    HloParts parts;
    FileWindow window(file);
    FileCursor cursor(window, hlo);
    while (cursor.next()) {
        if (cursor.isCut())
            break;
        if (cursor.field() == HloProto::kHloModuleFieldNumber)
            parts.module = cursor.body();
        else if (cursor.field() == HloProto::kBufferAssignmentFieldNumber)
            parts.assignment = cursor.body();
    }
    if (window.error())
        return *window.error();
    if (cursor.isCut() || !cursor.ok())
        return Error{cursor.isCut() ? ErrorKind::Truncated : ErrorKind::Malformed,
                     file.path() + ": the HLO " + (cursor.isCut() ? "is cut off" : "is damaged") + " at byte "
                         + std::to_string(cursor.isCut() ? file.size() : cursor.offset())
                         + ". Capture or copy the profile again.",
                     cursor.offset()};
    return parts;
}

Result<AssignmentOnly> AssignmentOnly::load(const File& file, FileRange hlo)
{
    const auto parts = findHloParts(file, hlo);
    if (!parts)
        return parts.error();
    if (parts->assignment.size == 0)
        return noAssignment();
    auto bytes = Bytes::read(file, parts->assignment.offset, parts->assignment.size);
    if (!bytes)
        return bytes.error();
    AssignmentOnly result;
    result.m_bytes = std::move(*bytes);
    auto assignment = decodeBufferAssignment(result.m_bytes->view(), parts->assignment.offset);
    if (!assignment)
        return assignment.error();
    result.m_assignment = std::move(*assignment);
    return result;
}

Result<std::shared_ptr<const Plan>> Plan::load(const File& file, FileRange hlo)
{
    const auto parts = findHloParts(file, hlo);
    if (!parts)
        return parts.error();
    if (parts->assignment.size == 0)
        return noAssignment();
    auto plan = std::make_shared<Plan>();
    auto module = Bytes::read(file, parts->module.offset, parts->module.size);
    if (!module)
        return module.error();
    auto assignment = Bytes::read(file, parts->assignment.offset, parts->assignment.size);
    if (!assignment)
        return assignment.error();
    plan->m_moduleBytes = *module;
    plan->m_assignmentBytes = *assignment;
    return decode(plan, (*module)->view(), (*assignment)->view(), *parts);
}

Result<std::shared_ptr<const Plan>> Plan::parse(std::string_view hlo)
{
    auto plan = std::make_shared<Plan>();
    plan->m_copy = hlo;
    const std::string_view copy = plan->m_copy;
    std::string_view module;
    std::string_view assignment;
    WireReader reader(copy);
    while (reader.next()) {
        if (reader.field() == HloProto::kHloModuleFieldNumber)
            module = reader.bytes();
        else if (reader.field() == HloProto::kBufferAssignmentFieldNumber)
            assignment = reader.bytes();
    }
    if (!reader.ok())
        return Error{ErrorKind::Malformed, "The HLO is damaged.", reader.offset()};
    if (assignment.empty())
        return noAssignment();
    const auto range = [&](std::string_view part) {
        return FileRange{part.empty() ? 0 : static_cast<std::uint64_t>(part.data() - copy.data()), part.size()};
    };
    return decode(plan, module, assignment, {range(module), range(assignment)});
}

Result<std::shared_ptr<const Plan>> Plan::decode(std::shared_ptr<Plan> plan, std::string_view module,
                                                 std::string_view assignment, HloParts at)
{
    auto decodedModule = HloModule::decode(module, at.module.offset);
    if (!decodedModule)
        return decodedModule.error();
    auto decodedAssignment = decodeBufferAssignment(assignment, at.assignment.offset);
    if (!decodedAssignment)
        return decodedAssignment.error();
    plan->m_module = std::move(*decodedModule);
    plan->m_assignment = std::move(*decodedAssignment);
    return std::shared_ptr<const Plan>(std::move(plan));
}

std::uint32_t Plan::instructionOf(const LogicalBuffer& buffer) const
{
    if (buffer.instructionId != 0)
        return m_module.findInstruction(buffer.instructionId);
    return m_module.findInstruction(m_assignment.text(buffer.instructionName));
}

ShapeView Plan::shapeOf(const LogicalBuffer& buffer) const
{
    const std::uint32_t instruction = instructionOf(buffer);
    if (instruction == kNoIndex)
        return {};
    return subshape(m_module.shapeOf(instruction), m_assignment.indices(buffer.shapeIndex)).value_or(ShapeView());
}

std::int64_t Plan::unpaddedSizeOf(const LogicalBuffer& buffer) const
{
    const ShapeView shape = shapeOf(buffer);
    if (shape.empty())
        return buffer.size;
    return std::min(unpaddedBytes(shape).value_or(buffer.size), buffer.size);
}

std::uint32_t Plan::representativeOf(const Allocation& allocation) const
{
    const auto buffers = m_assignment.buffersOf(allocation);
    if (allocation.isParameter) {
        const std::uint32_t argument = m_module.entryParameter(allocation.parameterNumber);
        const auto wanted = m_assignment.indices(allocation.parameterShapeIndex);
        for (const std::uint32_t index : buffers) {
            const LogicalBuffer& buffer = m_assignment.buffers[index];
            if (argument != kNoIndex && instructionOf(buffer) == argument
                && std::ranges::equal(m_assignment.indices(buffer.shapeIndex), wanted))
                return index;
        }
    }
    const auto size = [&](std::uint32_t index) { return m_assignment.buffers[index].size; };
    const auto largest = std::ranges::max_element(buffers, {}, size);
    return largest == buffers.end() ? kNoIndex : *largest;
}

} // namespace tidemark
