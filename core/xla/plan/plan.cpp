#include "core/xla/plan/plan.h"

#include "core/base/parallel.h"
#include "core/base/text.h"
#include "core/wire/wire_reader.h"
#include "proto/hlo.pb.h"

#include <algorithm>
#include <array>

namespace tidemark {
namespace {

using proto::HloProto;

/// Bytes that take longer to decode than a thread takes to start.
constexpr std::uint64_t kWorthAThread = 1 << 18;

Error noAssignment()
{
    return {
        ErrorKind::Unsupported,
        "This module has no buffer assignment, so it tells nothing of memory. XLA writes one into the dump taken after "
        "optimizations (--xla_dump_hlo_as_proto, *.after_optimizations.hlo.pb) and into captured profiles.",
        std::nullopt};
}

std::uint64_t sizeOf(const std::vector<FileRange>& ranges)
{
    std::uint64_t size = 0;
    for (const FileRange range : ranges)
        size += range.size;
    return size;
}

std::uint64_t offsetOf(const std::vector<FileRange>& ranges)
{
    return ranges.empty() ? 0 : ranges.front().offset;
}

Result<std::shared_ptr<const Bytes>> readRanges(const File& file, const std::vector<FileRange>& ranges)
{
    if (ranges.size() == 1)
        return Bytes::read(file, ranges.front().offset, ranges.front().size);
    std::string merged;
    for (const FileRange range : ranges) {
        const auto bytes = Bytes::read(file, range.offset, range.size);
        if (!bytes)
            return bytes.error();
        merged += (*bytes)->view();
    }
    return Bytes::copy(merged);
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
            parts.module.push_back(cursor.body());
        else if (cursor.field() == HloProto::kBufferAssignmentFieldNumber)
            parts.assignment.push_back(cursor.body());
    }
    if (window.error())
        return *window.error();
    constexpr std::size_t kMostPieces = 1000;
    if (parts.module.size() + parts.assignment.size() > kMostPieces)
        return Error{
            ErrorKind::Malformed,
            "The HLO is in more pieces than any compiler writes: it is damaged. Capture or copy the profile again.",
            hlo.offset};
    if (cursor.isCut() || !cursor.ok())
        return Error{cursor.isCut() ? ErrorKind::Truncated : ErrorKind::Malformed,
                     std::string("The HLO ") + (cursor.isCut() ? "is cut off" : "is damaged") + " at byte "
                         + groupedNumber(static_cast<std::int64_t>(cursor.isCut() ? file.size() : cursor.offset()))
                         + ". Capture or copy the profile again.",
                     cursor.offset()};
    return parts;
}

Result<AssignmentOnly> AssignmentOnly::load(const File& file, FileRange hlo)
{
    const auto parts = findHloParts(file, hlo);
    if (!parts)
        return parts.error();
    if (sizeOf(parts->assignment) == 0)
        return noAssignment();
    auto bytes = readRanges(file, parts->assignment);
    if (!bytes)
        return bytes.error();
    AssignmentOnly result;
    result.m_bytes = std::move(*bytes);
    auto assignment = decodeBufferAssignment(result.m_bytes->view(), offsetOf(parts->assignment));
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
    if (sizeOf(parts->assignment) == 0)
        return noAssignment();
    return decode(*parts, [&](const std::vector<FileRange>& part) { return readRanges(file, part); });
}

Result<std::shared_ptr<const Plan>> Plan::parse(std::string_view hlo)
{
    HloParts parts;
    WireReader reader(hlo);
    while (reader.next()) {
        if (!reader.isBytes())
            continue;
        const FileRange body{static_cast<std::uint64_t>(reader.bytes().data() - hlo.data()), reader.bytes().size()};
        if (reader.field() == HloProto::kHloModuleFieldNumber)
            parts.module.push_back(body);
        else if (reader.field() == HloProto::kBufferAssignmentFieldNumber)
            parts.assignment.push_back(body);
    }
    if (!reader.ok())
        return Error{ErrorKind::Malformed, "The HLO is damaged.", reader.offset()};
    if (sizeOf(parts.assignment) == 0)
        return noAssignment();
    return decode(parts, [&](const std::vector<FileRange>& part) {
        std::string bytes;
        for (const FileRange range : part)
            bytes += hlo.substr(range.offset, range.size);
        return Bytes::copy(bytes);
    });
}

Result<std::shared_ptr<const Plan>> Plan::decode(const HloParts& parts, const ReadPart& read)
{
    auto plan = std::make_shared<Plan>();
    const auto decodeModule = [&]() -> std::optional<Error> {
        const auto bytes = read(parts.module);
        if (!bytes)
            return bytes.error();
        plan->m_moduleBytes = *bytes;
        auto module = HloModule::decode((*bytes)->view(), offsetOf(parts.module));
        if (!module)
            return module.error();
        plan->m_module = std::move(*module);
        return std::nullopt;
    };
    const auto decodeAssignment = [&]() -> std::optional<Error> {
        const auto bytes = read(parts.assignment);
        if (!bytes)
            return bytes.error();
        plan->m_assignmentBytes = *bytes;
        auto assignment = decodeBufferAssignment((*bytes)->view(), offsetOf(parts.assignment));
        if (!assignment)
            return assignment.error();
        plan->m_assignment = std::move(*assignment);
        return std::nullopt;
    };
    // Neither half needs the other.
    std::array<std::optional<Error>, 2> errors;
    const auto decodePart = [&](std::size_t i) { errors[i] = i == 0 ? decodeModule() : decodeAssignment(); };
    if (std::min(sizeOf(parts.module), sizeOf(parts.assignment)) < kWorthAThread) {
        decodePart(0);
        decodePart(1);
    } else {
        forEachInParallel(errors.size(), {}, "halves of the HLO", decodePart);
    }
    for (const std::optional<Error>& error : errors)
        if (error)
            return *error;
    if (plan->m_assignment.namesInstructions)
        plan->m_module.indexNames();
    if (plan->m_assignment.largestShapeIndex >= WideTuples::kWide)
        plan->prepareWideTuples();
    return std::shared_ptr<const Plan>(std::move(plan));
}

void Plan::prepareWideTuples()
{
    for (const LogicalBuffer& buffer : m_assignment.buffers) {
        const auto index = m_assignment.indices(buffer.shapeIndex);
        const std::uint32_t instruction = index.empty() ? kNoIndex : instructionOf(buffer);
        if (instruction == kNoIndex)
            continue;
        m_wideTuples.prepare(m_module.shapeOf(instruction), index);
        m_wideTuples.prepare(m_module.shapeOf(instruction), index.last(1)); // as XProf reads it
    }
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

std::int64_t Plan::unpaddedSize(const LogicalBuffer& buffer, ShapeView shape)
{
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
