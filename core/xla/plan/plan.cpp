#include "core/xla/plan/plan.h"

#include "core/base/parallel.h"
#include "core/base/text.h"
#include "core/wire/wire_reader.h"
#include "core/xla/plan/buffer_assignment.h"
#include "core/xla/plan/field_ref.h"
#include "core/xla/plan/remarks.h"
#include "proto/hlo.pb.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <map>
#include <set>
#include <string>

namespace tidemark::xla {
namespace {

bool isElement(const WireReader& field)
{
    return field.field() == proto::ShapeProto::kTupleShapesFieldNumber && field.isBytes();
}

constexpr std::int64_t kMostListedBytes = std::int64_t{1} << 62;

/// Lists numbers and adds up bytes for a sentence: the first few numbers, and how many more there are.
class NumberList
{
public:
    void add(std::int64_t number, std::int64_t bytes = 0)
    {
        m_bytes = std::min(kMostListedBytes, m_bytes + bytes);
        if (m_count++ < kNamed)
            addTo(m_text, ", ", std::to_string(number));
    }
    /// Adds first, first + 1, … up to `end`, without it.
    void addRange(std::int64_t first, std::int64_t end)
    {
        for (; first < end && m_count < kNamed; ++first)
            add(first);
        m_count += static_cast<std::uint64_t>(end - first);
    }
    bool empty() const { return m_count == 0; }
    std::string text() const
    {
        const std::string text = m_text + andMore(m_count, kNamed);
        return m_bytes == 0 ? text : text + " (" + groupedNumber(m_bytes) + " bytes)";
    }

private:
    static constexpr std::uint64_t kNamed = 8;

    std::string m_text;
    std::uint64_t m_count = 0;
    std::int64_t m_bytes = 0;
};

/// A list for each memory space.
using ListsOfSpaces = std::map<std::int64_t, NumberList>;

void warn(Warnings& warnings, std::string_view code, std::string text, std::optional<std::int64_t> space = std::nullopt)
{
    warnings.addApart({std::string(code), std::move(text), 1, std::nullopt, space});
}

/// Warns about the allocations of each memory space: `before`, their numbers, `after`.
void warnOfEach(const ListsOfSpaces& lists, std::string_view code, const std::string& before, const std::string& after,
                Warnings& warnings)
{
    for (const auto& [space, list] : lists)
        warn(warnings, code, before + list.text() + after, space);
}

void warnOfNumbers(const BufferAssignment& plan, Warnings& warnings)
{
    std::vector<std::int64_t> indices;
    indices.reserve(plan.allocations.size());
    for (const Allocation& allocation : plan.allocations)
        indices.push_back(allocation.index);
    std::ranges::sort(indices);
    NumberList lost;
    std::int64_t previous = -1;
    for (const std::int64_t index : indices) {
        if (index <= previous)
            continue; // a number that is used twice, or below 0
        lost.addRange(previous + 1, index);
        previous = index;
    }
    if (!lost.empty())
        warn(warnings, "allocations-missing",
             "The plan has no allocation " + lost.text()
                 + ", but allocations with higher indices. The file is damaged: sums and peaks may be too small.");
}

void warnOfBuffers(const BufferAssignment& plan, Warnings& warnings)
{
    NumberList lost;
    for (const LogicalBuffer& buffer : plan.buffers)
        if (!buffer.allocation)
            lost.add(buffer.id, buffer.size);
    if (!lost.empty())
        warn(warnings, "buffers-unassigned",
             "No allocation holds the logical buffers " + lost.text()
                 + ". The file is damaged: sums and peaks may be too small.");
}

/// Decoding warns about buffers that end after their allocation. A temporary allocation may end with free bytes.
void warnOfSizes(const BufferAssignment& plan, Warnings& warnings)
{
    ListsOfSpaces larger;
    for (const Allocation& allocation : plan.allocations) {
        if (allocation.isTemporary())
            continue;
        std::int64_t end = 0;
        for (const BufferId buffer : plan.buffersOf(allocation))
            end = std::max(end, plan.clippedRange(plan.buffers[buffer]).end);
        if (end < allocation.size)
            larger[allocation.color].add(allocation.index);
    }
    warnOfEach(larger, "allocation-above-buffers", "The allocations ",
               " end after the last of their buffers. The file is damaged: sums may be wrong.", warnings);
}

void warnOfSpaces(const BufferAssignment& plan, Warnings& warnings)
{
    ListsOfSpaces other;
    for (const Allocation& allocation : plan.allocations) {
        const auto isElsewhere = [&](BufferId buffer) { return plan.buffers[buffer].color != allocation.color; };
        if (!allocation.isTemporary() && std::ranges::any_of(plan.buffersOf(allocation), isElsewhere))
            other[allocation.color].add(allocation.index);
    }
    warnOfEach(other, "other-space-of-buffers", "The allocations ",
               " hold buffers of another memory space. The file is damaged: they may belong there.", warnings);
}

/// Returns whether the allocation holds tuples alone, which are tables of pointers. Heap traces do not place these.
/// Compilers mark allocations that hold tuples and arrays as well.
bool holdsTuples(const BufferAssignment& plan, const Allocation& allocation)
{
    constexpr std::int64_t kLargestTuple = std::int64_t{64} << 10; // 8,192 pointers
    const auto isSmall = [&](BufferId buffer) { return plan.buffers[buffer].size <= kLargestTuple; };
    return allocation.isTuple && std::ranges::all_of(plan.buffersOf(allocation), isSmall);
}

void warnOfTraces(const BufferAssignment& plan, bool isOfProgram, Warnings& warnings)
{
    constexpr std::int64_t kLastKnown = 6; // the spaces above it have no names, and some have no traces
    IdVector<AllocationId, bool> isTraced;
    isTraced.assign(plan.allocations.size(), false);
    ListsOfSpaces unused;
    for (const AllocationId id : plan.allocationsOfTraces()) {
        if (!id)
            continue;
        isTraced[id] = true;
        if (const Allocation& allocation = plan.allocations[id]; !allocation.isTemporary())
            unused[allocation.color].add(allocation.index);
    }
    warnOfEach(unused, "trace-not-temporary", "Heap traces place the buffers of the allocations ",
               ", which are not temporary. The file is damaged: peaks and live ranges may be wrong.", warnings);
    if (!isOfProgram)
        return;
    ListsOfSpaces untraced;
    for (const AllocationId id : plan.allocations.ids()) {
        const Allocation& allocation = plan.allocations[id];
        const bool isKnown = allocation.color >= 0 && allocation.color <= kLastKnown && allocation.size > 0;
        if (allocation.isTemporary() && !isTraced[id] && isKnown && !holdsTuples(plan, allocation))
            untraced[allocation.color].add(allocation.index, allocation.size);
    }
    warnOfEach(untraced, "traces-missing", "No heap trace places the buffers of the temporary allocations ",
               ". The file is damaged, or its compiler writes no traces: peaks and live ranges may be wrong.",
               warnings);
}

/// A part of an argument: its number and the path into its shape.
using ArgumentPart = std::pair<std::int64_t, std::vector<std::int64_t>>;

/// Returns warnings about facts that hold for the plans of compilers, and that do not hold for this plan. Damage is the
/// reason.
///
///   - Allocations are numbered without gaps, and each logical buffer lies in one.
///   - An allocation that is not temporary ends where the last of its buffers ends.
///   - Buffers and their allocation have one memory space. XLA for GPUs may move temporaries to a space of their own.
///   - A heap trace is about a temporary allocation. All temporary allocations of the known memories have a trace,
///     except tuples of pointers.
///
/// `isOfProgram`: the module stands in the same file. Plans without a module are written without heap traces.
Warnings lostParts(const BufferAssignment& plan, bool isOfProgram)
{
    Warnings warnings;
    warnOfNumbers(plan, warnings);
    warnOfBuffers(plan, warnings);
    warnOfSizes(plan, warnings);
    warnOfSpaces(plan, warnings);
    warnOfTraces(plan, isOfProgram, warnings);
    return warnings;
}

/// Returns warnings about arguments that the module and the plan describe differently: an allocation of an argument
/// holds a buffer of that argument. If the module says which arguments are donated, the allocations of these, and of
/// no other arguments, are results. REQUIRES: the instructions of the buffers are known
Warnings contradictionsOfArguments(const HloModule& module, const BufferAssignment& plan)
{
    Warnings warnings;
    if (!module.entry())
        return warnings;
    std::set<ArgumentPart> donated; // whose memory results take over
    for (const InputOutputAlias& alias : module.aliases())
        donated.emplace(alias.parameterNumber, alias.parameterIndex);
    const bool isAnyDonated = !donated.empty(); // the dumps of early stages leave this out
    NumberList others;
    NumberList undonated;
    for (const Allocation& allocation : plan.allocations) {
        if (!allocation.isParameter)
            continue;
        const InstructionId argument = module.entryParameter(allocation.parameterNumber);
        const auto isOfArgument = [&](BufferId buffer) { return plan.buffers[buffer].instruction == argument; };
        if (!argument || std::ranges::none_of(plan.buffersOf(allocation), isOfArgument))
            others.add(allocation.index);
        const auto path = plan.indices(allocation.parameterShapeIndex);
        const bool isDonated = donated.erase({allocation.parameterNumber, {path.begin(), path.end()}}) > 0;
        if (isAnyDonated && isDonated != allocation.isLiveOut)
            undonated.add(allocation.index);
    }
    if (!others.empty())
        warn(warnings, "other-argument",
             "The allocations " + others.text()
                 + " hold no buffer of their argument. The file is damaged: arguments may be wrong.");
    if (!undonated.empty() || !donated.empty())
        warn(warnings, "other-donation",
             "The program and the plan disagree about donated arguments, at "
                 + (undonated.empty() ? "argument " + std::to_string(donated.begin()->first)
                                      : "the allocations " + undonated.text())
                 + ". The file is damaged: arguments and outputs may be wrong.");
    return warnings;
}

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

void LargeShapes::prepare(ShapeView shape, std::span<const std::int64_t> index)
{
    if (shape.size() >= kLarge && !m_measures.contains(shape.data()))
        m_measures.emplace(shape.data(), measureShape(shape));
    for (const std::int64_t wanted : index) {
        if (shape.size() < kLarge)
            return;
        if (!m_elements.contains(shape.data())) {
            std::vector<std::uint32_t>& elements = m_elements[shape.data()];
            Damage known; // measureShape() reports the damage
            for (WireReader reader(shape, known); reader.next();)
                if (isElement(reader))
                    elements.push_back(static_cast<std::uint32_t>(reader.offset()));
        }
        const auto next = element(shape, wanted);
        if (!next)
            return;
        shape = *next;
    }
    if (shape.size() >= kLarge && !m_measures.contains(shape.data()))
        m_measures.emplace(shape.data(), measureShape(shape));
}

std::optional<ShapeView> LargeShapes::subshape(ShapeView shape, std::span<const std::int64_t> index) const
{
    for (const std::int64_t wanted : index) {
        const auto next = element(shape, wanted);
        if (!next)
            return std::nullopt;
        shape = *next;
    }
    return shape;
}

ArrayMeasure LargeShapes::measure(ShapeView shape) const
{
    const auto known = shape.size() < kLarge ? m_measures.end() : m_measures.find(shape.data());
    return known == m_measures.end() ? measureShape(shape) : known->second;
}

std::optional<ShapeView> LargeShapes::element(ShapeView tuple, std::int64_t index) const
{
    const auto elements = tuple.size() < kLarge ? m_elements.end() : m_elements.find(tuple.data());
    if (elements == m_elements.end())
        return tidemark::subshape(tuple, {&index, 1});
    if (index < 0 || index >= static_cast<std::int64_t>(elements->second.size()))
        return std::nullopt;
    return FieldRef{elements->second[static_cast<std::size_t>(index)]}.in(tuple);
}

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
    const auto take = [](auto decoded, auto& table) -> Result<void> {
        if (!decoded)
            return decoded.error();
        table = std::move(*decoded);
        return {};
    };
    const auto decodePart = [&](std::size_t i) {
        const ByteRanges& part = i == 0 ? parts.module : parts.assignment;
        if (!bytes[i])
            halves[i] = bytes[i].error();
        else if (i == 0)
            halves[i] = take(HloModule::decode((*bytes[i])->view(), offsetOf(part), progress), plan->m_module);
        else
            halves[i] = take(decodeBufferAssignment((*bytes[i])->view(), offsetOf(part), progress), plan->m_assignment);
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
    plan->m_moduleBytes = *bytes[0];
    plan->m_assignmentBytes = *bytes[1];
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
