#include "core/xla/plan/plan.h"

#include "core/base/parallel.h"
#include "core/base/text.h"
#include "core/xla/plan/decode_assignment.h"
#include "core/xla/plan/lost_parts.h"
#include "core/xla/plan/remarks.h"

#include <algorithm>
#include <array>
#include <cstring>

namespace tidemark::xla {
namespace {

/// Bytes of this number take longer to decode than a thread takes to start.
constexpr std::uint64_t kWorthAThread = 1 << 20;
constexpr std::uint32_t kPollEvery = 1 << 12; // buffers between two checks for cancellation

Error noAssignment()
{
    return {ErrorKind::NoPlan,
            "This module has no buffer assignment, so its memory is unknown. XLA writes one into the dump taken after "
            "optimizations (--xla_dump_hlo_as_proto, *.after_optimizations.hlo.pb) and into captured profiles.",
            std::nullopt};
}

std::uint64_t offsetOf(const ByteRanges& ranges)
{
    return ranges.empty() ? 0 : ranges.front().range.offset;
}

/// Returns why a module has no plan. Only an undamaged module proves that it has none: damage may have moved the plan
/// into the module or changed its field.
Error whyWithoutPlan(const HloParts& parts, const HloModule& module)
{
    if (parts.unknown > 0)
        return {ErrorKind::Unsupported,
                "No buffer assignment can be found, but " + groupedNumber(static_cast<std::int64_t>(parts.unknown))
                    + " bytes are in unknown fields.",
                offsetOf(parts.module)};
    if (module.warnings().empty())
        return noAssignment();
    const Warning& first = module.warnings().list().front();
    return {ErrorKind::Malformed, "No buffer assignment can be found. " + first.describe(), first.offset};
}

/// The warnings about a plan from a text report. The bytes of such a plan have no place in the file.
Warnings ofReport(const Warnings& warnings)
{
    Warnings result;
    for (Warning warning : warnings.list()) {
        warning.offset.reset();
        result.addApart(std::move(warning));
    }
    return result;
}

Error whyWithoutPlan(const HloParts& parts, const Progress& progress)
{
    const auto bytes = readHloPart(parts.module);
    if (!bytes)
        return bytes.error();
    const auto module = HloModule::decode((*bytes)->view(), offsetOf(parts.module), progress);
    return module ? whyWithoutPlan(parts, *module) : module.error();
}

} // namespace

Result<AssignmentOnly> AssignmentOnly::load(const HloParts& parts, const Progress& progress)
{
    if (sizeOf(parts.assignment) == 0)
        return whyWithoutPlan(parts, progress);
    auto bytes = readHloPart(parts.assignment);
    if (!bytes)
        return bytes.error();
    AssignmentOnly result;
    result.m_bytes = std::move(*bytes);
    auto assignment = decodeBufferAssignment(result.m_bytes->view(), offsetOf(parts.assignment), progress);
    if (!assignment)
        return assignment.error();
    if (assignment->allocations.empty())
        if (const Error error = whyWithoutPlan(parts, progress); error.kind != ErrorKind::NoPlan)
            return error;
    result.m_assignment = std::move(*assignment);
    if (parts.gaps)
        result.m_assignment.warnings = ofReport(result.m_assignment.warnings);
    else
        result.m_assignment.warnings.add(lostParts(result.m_assignment, sizeOf(parts.module) > 0));
    return result;
}

Result<std::shared_ptr<const Plan>> Plan::load(const HloParts& parts, const Progress& progress)
{
    if (sizeOf(parts.assignment) == 0)
        return whyWithoutPlan(parts, progress);
    auto plan = std::make_shared<Plan>();
    const std::array bytes{readHloPart(parts.module), readHloPart(parts.assignment)};
    // The two halves do not depend on each other.
    std::array<Result<void>, 2> halves;
    const auto decodePart = [&](std::size_t i) {
        if (!bytes[i])
            halves[i] = bytes[i].error();
        else if (i == 0)
            halves[i] = plan->decodeModule(*bytes[i], offsetOf(parts.module), progress);
        else
            halves[i] = plan->decodeAssignment(*bytes[i], offsetOf(parts.assignment), progress);
    };
    if (std::min(sizeOf(parts.module), sizeOf(parts.assignment)) < kWorthAThread) {
        decodePart(0);
        decodePart(1);
    } else {
        forEachInParallel(halves.size(), {}, "halves of the HLO", decodePart);
    }
    for (const Result<void>& half : halves)
        if (!half)
            return half.error();
    if (plan->m_assignment.allocations.empty())
        if (Error error = whyWithoutPlan(parts, plan->m_module); error.kind != ErrorKind::NoPlan)
            return error;
    plan->m_warnings.add(plan->m_assignment.warnings);
    if (!parts.gaps) // a text report lists a part of its plan
        plan->m_warnings.add(lostParts(plan->m_assignment, sizeOf(parts.module) > 0));
    plan->m_warnings.add(plan->m_module.warnings());
    plan->findInstructions();
    if (!parts.gaps)
        plan->m_warnings.add(contradictionsOfArguments(plan->m_module, plan->m_assignment));
    plan->m_gaps = parts.gaps;
    plan->m_hasModule = sizeOf(parts.module) + parts.unknown > 0; // unknown fields may be a damaged module
    if (!plan->m_hasModule)
        plan->m_warnings.add(remark::kNoModule,
                             "The file has only the memory plan: sizes, offsets and steps, but no names and shapes. So "
                             "padding and categories are unknown.");
    else if (!plan->measureBuffers(progress))
        return Progress::cancelledError();
    if (plan->m_gaps) {
        plan->m_warnings = ofReport(plan->m_warnings);
        plan->m_warnings.add(plan->m_gaps->notices);
    }
    return std::shared_ptr<const Plan>(std::move(plan));
}

Result<std::shared_ptr<const Plan>> Plan::parse(std::string_view hlo)
{
    const auto parts = findHloParts(hlo);
    return parts ? load(*parts) : Result<std::shared_ptr<const Plan>>(parts.error());
}

Result<void> Plan::decodeModule(std::shared_ptr<const Bytes> bytes, std::uint64_t offset, const Progress& progress)
{
    m_moduleBytes = std::move(bytes);
    auto module = HloModule::decode(m_moduleBytes->view(), offset, progress);
    if (!module)
        return module.error();
    m_module = std::move(*module);
    return {};
}

Result<void> Plan::decodeAssignment(std::shared_ptr<const Bytes> bytes, std::uint64_t offset, const Progress& progress)
{
    m_assignmentBytes = std::move(bytes);
    auto assignment = decodeBufferAssignment(m_assignmentBytes->view(), offset, progress);
    if (!assignment)
        return assignment.error();
    m_assignment = std::move(*assignment);
    return {};
}

/// A cache of measured shapes. Layers repeat small shapes.
class Plan::RecentShapes
{
public:
    const ArrayMeasure& measure(ShapeView shape)
    {
        Entry& entry = m_entries[placeOf(shape)];
        if (!entry.isSet || entry.shape != shape)
            entry = {shape, measureShape(shape), true};
        return entry.measure;
    }

private:
    struct Entry {
        ShapeView shape;
        ArrayMeasure measure;
        bool isSet = false;
    };
    static constexpr int kBits = 6;

    static std::size_t placeOf(ShapeView shape)
    {
        // Type and dimensions are in the first bytes.
        std::uint64_t word = 0;
        if (!shape.empty())
            std::memcpy(&word, shape.data(), std::min(shape.size(), sizeof word));
        return (word * 0x9e3779b97f4a7c15ULL + shape.size()) >> (64 - kBits);
    }

    std::array<Entry, std::size_t{1} << kBits> m_entries;
};

void Plan::findInstructions()
{
    if (m_assignment.namesInstructions)
        m_module.indexNames();
    for (const BufferId id : m_assignment.buffers.ids()) {
        LogicalBuffer& buffer = m_assignment.buffers[id];
        const std::int64_t number = m_assignment.instructionNumbers[id];
        const std::string_view name = m_assignment.text(buffer.instructionName);
        buffer.instruction
            = number != 0 || name.empty() ? m_module.findInstruction(number) : m_module.findInstruction(name);
    }
    m_assignment.instructionNumbers = {};
}

bool Plan::measureBuffers(const Progress& progress)
{
    constexpr std::size_t kAhead = 8; // buffers; their shapes are scattered over the module
    const std::span<LogicalBuffer> buffers = m_assignment.buffers;
    RecentShapes recent;
    for (std::size_t i = 0; i < buffers.size(); ++i) {
        if (i % kPollEvery == 0 && progress.cancelled())
            return false;
        if (i + kAhead < buffers.size() && buffers[i + kAhead].instruction)
            m_module.prefetchShape(buffers[i + kAhead].instruction);
        if (buffers[i].allocation) // other buffers are in no row
            measureBuffer(buffers[i], recent);
    }
    return true;
}

void Plan::measureBuffer(LogicalBuffer& buffer, RecentShapes& recent)
{
    const auto index = m_assignment.indices(buffer.shapeIndex);
    const ShapeView whole = buffer.instruction ? m_module.shapeOf(buffer.instruction) : ShapeView();
    m_largeShapes.prepare(whole, index);
    if (!index.empty())
        m_largeShapes.prepare(whole, index.last(1)); // XProf looks up shapes in this way
    const ArrayMeasure wholeMeasure = whole.size() < LargeShapes::kLarge ? recent.measure(whole) : measure(whole);
    if (wholeMeasure.isDamaged)
        return warnOfShape(buffer, true);
    const ShapeView shape = subshape(whole, index).value_or(ShapeView());
    if (!shape.empty())
        buffer.unpadded
            = std::min(unpaddedBytes(index.empty() ? wholeMeasure : measure(shape)).value_or(buffer.size), buffer.size);
    else if (!buffer.instruction || !whole.empty())
        warnOfShape(buffer, false);
}

/// Warns about a shape. The buffer counts as unpadded.
void Plan::warnOfShape(const LogicalBuffer& buffer, bool isDamaged)
{
    const std::int64_t space = m_assignment.allocations[buffer.allocation].color;
    const std::string name = "The logical buffer " + std::to_string(buffer.id);
    if (isDamaged)
        m_warnings.addNamed("damaged-shape",
                            name + " has a damaged shape, that of the instruction "
                                + printable(m_module.nameOf(buffer.instruction)) + "; it counts as unpadded.",
                            std::nullopt, space);
    else
        m_warnings.add("unknown-shape",
                       name
                           + " is defined by an instruction, or at a place of its shape, that does not exist; it "
                             "counts as unpadded.",
                       std::nullopt, space);
}

ShapeView Plan::shapeOf(const LogicalBuffer& buffer) const
{
    if (!buffer.instruction)
        return {};
    return subshape(m_module.shapeOf(buffer.instruction), m_assignment.indices(buffer.shapeIndex))
        .value_or(ShapeView());
}

BufferId Plan::representativeOf(const Allocation& allocation) const
{
    const auto buffers = m_assignment.buffersOf(allocation);
    if (allocation.isParameter) {
        const InstructionId argument = m_module.entryParameter(allocation.parameterNumber);
        const auto wanted = m_assignment.indices(allocation.parameterShapeIndex);
        for (const BufferId id : buffers) {
            const LogicalBuffer& buffer = m_assignment.buffers[id];
            if (argument && buffer.instruction == argument
                && std::ranges::equal(m_assignment.indices(buffer.shapeIndex), wanted))
                return id;
        }
    }
    const auto size = [&](BufferId id) { return m_assignment.buffers[id].size; };
    const auto largest = std::ranges::max_element(buffers, {}, size);
    return largest == buffers.end() ? BufferId() : *largest;
}

} // namespace tidemark::xla
