#include "core/xla/programs/buffer_details.h"

#include "core/base/text.h"
#include "core/wire/wire_reader.h"
#include "proto/hlo.pb.h"

#include <algorithm>
#include <array>

namespace tidemark::xla {
namespace {

std::string indexText(std::span<const std::int64_t> index)
{
    return framed("{", joined(index, ","), "}");
}

std::string instructionName(const Plan& plan, const LogicalBuffer& buffer)
{
    if (buffer.instruction)
        return validUtf8(plan.module().nameOf(buffer.instruction));
    return validUtf8(plan.assignment().text(buffer.instructionName));
}

std::string bufferName(const Plan& plan, const LogicalBuffer& buffer)
{
    const std::string instruction = instructionName(plan, buffer);
    return textOr(instruction, "buffer " + std::to_string(buffer.id))
        + indexText(plan.assignment().indices(buffer.shapeIndex));
}

constexpr int kMostCopies = 16; // nested copies that are followed

/// Returns whether the operation keeps the values of its operand. The compiler inserts such operations between those of
/// the framework.
bool isCopy(std::string_view opcode)
{
    static constexpr std::array<std::string_view, 11> kCopies
        = {"copy",    "copy-start",  "copy-done",  "bitcast",      "get-tuple-element", "convert",
           "reshape", "async-start", "async-done", "async-update", "transpose"};
    return std::ranges::find(kCopies, opcode) != kCopies.end();
}

InstructionId firstOperand(const HloModule& module, InstructionId instruction)
{
    InstructionId first;
    Damage known; // decoding the module has reported the damage
    for (WireReader reader(module.bytesOf(instruction), known); reader.next();)
        if (reader.field() == proto::HloInstructionProto::kOperandIdsFieldNumber && !first)
            reader.forEachInt64([&](std::int64_t id) { first = first ? first : module.findInstruction(id); });
    return first;
}

/// Returns the instruction if `has` is true for it. If it is a copy, follows the copied values to the first instruction
/// for which `has` is true. Returns the instruction itself if there is none.
template <class Has>
InstructionId originWith(const HloModule& module, InstructionId instruction, Has has)
{
    InstructionId origin = instruction;
    for (int copies = 0; origin && copies < kMostCopies; ++copies) {
        const Instruction read = module.instruction(origin);
        if (has(read))
            return origin;
        if (!isCopy(read.opcode))
            break;
        origin = firstOperand(module, origin);
    }
    return instruction;
}

InstructionId namedOrigin(const HloModule& module, InstructionId instruction)
{
    return originWith(module, instruction, [](const Instruction& read) { return !read.opName.empty(); });
}

void addSource(const HloModule& module, InstructionId id, Facts& facts)
{
    const InstructionId origin = originWith(
        module, id, [](const Instruction& read) { return !read.sourceFile.empty() || read.stackFrame > 0; });
    const Instruction instruction = module.instruction(origin);
    facts.sourceFile = validUtf8(instruction.sourceFile);
    facts.sourceLine = instruction.sourceLine;
    const auto frames = module.stack(instruction.stackFrame);
    for (const SourceLocation& frame : frames)
        facts.stack.push_back(
            {validUtf8(frame.file) + ":" + std::to_string(frame.line) + ":" + std::to_string(frame.column),
             validUtf8(frame.function)});
    if (facts.sourceFile.empty() && !frames.empty()) {
        facts.sourceFile = validUtf8(frames.front().file);
        facts.sourceLine = frames.front().line;
    }
    if (origin != id && !facts.sourceFile.empty())
        facts.sourceOf = validUtf8(module.nameOf(origin));
}

/// Returns the framework's path of an argument. It does not depend on the buffer that represents the allocation.
std::string argumentPath(const Plan& plan, const Allocation& allocation)
{
    const InstructionId parameter = plan.module().entryParameter(allocation.parameterNumber);
    if (!parameter)
        return {};
    const std::string path = validUtf8(plan.module().instruction(parameter).opName);
    return path.empty() ? path : path + indexText(plan.assignment().indices(allocation.parameterShapeIndex));
}

} // namespace

std::vector<RowKind> bufferKinds()
{
    return {{std::string(RowKind::kParameter), "Argument", Hue::Argument},
            {std::string(RowKind::kOutput), "Output", Hue::Output},
            {"constant", "Constant", Hue::Constant},
            {"thread_local", "Thread-local", Hue::ThreadLocal},
            {std::string(RowKind::kTemporary), "Temporary", Hue::Temporary}};
}

BufferKind kindOf(const Allocation& allocation)
{
    if (allocation.isThreadLocal)
        return BufferKind::ThreadLocal;
    if (allocation.isParameter)
        return BufferKind::Parameter;
    if (allocation.isLiveOut)
        return BufferKind::Output;
    return allocation.isConstant ? BufferKind::Constant : BufferKind::Temporary;
}

void describe(const SpaceTimeline& timeline, const BufferRow& row, Facts& facts)
{
    const Plan& plan = *timeline.plan;
    const BufferAssignment& assignment = plan.assignment();
    const Allocation& allocation = assignment.allocations[row.allocation];
    facts = {};
    identify(timeline, row, facts);
    facts.liveOut = allocation.isLiveOut;
    facts.aliased = allocation.isLiveOut && allocation.isParameter;
    if (plan.knowsPlaces())
        facts.allocation = allocation.index;
    facts.name = nameOf(timeline, row);
    if (!row.buffer)
        return;
    const LogicalBuffer& buffer = assignment.buffers[row.buffer];
    const auto index = assignment.indices(buffer.shapeIndex);
    if (plan.knowsPlaces())
        facts.id = buffer.id;
    facts.shapeIndex.assign(index.begin(), index.end());
    facts.instruction = instructionName(plan, buffer);
    const ShapeView shape = plan.shapeOf(buffer);
    facts.shape = shapeText(shape);
    facts.layout = layoutText(shape);
    if (buffer.instruction)
        addSource(plan.module(), buffer.instruction, facts);
}

void identify(const SpaceTimeline& timeline, const BufferRow& row, Facts& facts)
{
    const Plan& plan = *timeline.plan;
    facts.argument = argumentOf(timeline, row);
    for (std::string* text : {&facts.name, &facts.shape, &facts.shapeWithoutLayout, &facts.opName, &facts.opcode})
        text->clear();
    if (row.buffer) {
        const LogicalBuffer& buffer = plan.assignment().buffers[row.buffer];
        facts.shapeWithoutLayout = shapeTextWithoutLayout(plan.shapeOf(buffer));
        if (buffer.instruction) {
            const Instruction instruction = plan.module().instruction(buffer.instruction);
            facts.opName = validUtf8(instruction.opName);
            facts.opcode = validUtf8(instruction.opcode);
        }
    }
    if (facts.argument.empty() && facts.opName.empty() && facts.opcode.empty())
        facts.name = nameOf(timeline, row);
}

std::string nameOf(const SpaceTimeline& timeline, const BufferRow& row)
{
    const BufferAssignment& assignment = timeline.plan->assignment();
    if (!row.buffer) {
        const Allocation& allocation = assignment.allocations[row.allocation];
        return (row.size < allocation.size ? "unlisted in allocation " : "allocation ")
            + std::to_string(allocation.index);
    }
    return bufferName(*timeline.plan, assignment.buffers[row.buffer]);
}

std::string argumentOf(const SpaceTimeline& timeline, const BufferRow& row)
{
    const Allocation& allocation = timeline.plan->assignment().allocations[row.allocation];
    return kindOf(allocation) == BufferKind::Parameter ? argumentPath(*timeline.plan, allocation) : std::string();
}

std::string frameworkNameOf(const SpaceTimeline& timeline, const BufferRow& row)
{
    std::string argument = argumentOf(timeline, row);
    if (!argument.empty() || !row.buffer)
        return argument;
    const HloModule& module = timeline.plan->module();
    const InstructionId instruction = timeline.plan->assignment().buffers[row.buffer].instruction;
    return instruction ? validUtf8(module.instruction(namedOrigin(module, instruction)).opName) : std::string();
}

void describeSource(const SpaceTimeline& timeline, const BufferRow& row, Facts& facts)
{
    facts = {};
    const HloModule& module = timeline.plan->module();
    const InstructionId instruction
        = row.buffer ? timeline.plan->assignment().buffers[row.buffer].instruction : InstructionId();
    if (instruction)
        addSource(module, instruction, facts);
}

std::string plainShapeOf(const SpaceTimeline& timeline, const BufferRow& row)
{
    const Plan& plan = *timeline.plan;
    return row.buffer ? shapeTextWithoutLayout(plan.shapeOf(plan.assignment().buffers[row.buffer])) : std::string();
}

std::vector<std::string> sharerNames(const SpaceTimeline& timeline, RowId row, std::size_t limit)
{
    std::vector<std::string> names;
    for (const BufferId buffer : timeline.sharersOf(row))
        if (names.size() < limit)
            names.push_back(bufferName(*timeline.plan, timeline.plan->assignment().buffers[buffer]));
    return names;
}

} // namespace tidemark::xla
