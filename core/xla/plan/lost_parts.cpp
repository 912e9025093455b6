#include "core/xla/plan/lost_parts.h"

#include "core/base/text.h"
#include "core/wire/wire_reader.h"
#include "core/xla/plan/heap_traces.h"
#include "proto/hlo.pb.h"

#include <algorithm>
#include <map>
#include <set>
#include <string>

namespace tidemark::xla {
namespace {

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
    for (const AllocationId id : allocationsOfTraces(plan)) {
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

/// The arguments whose memory results take over.
std::set<ArgumentPart> donatedArguments(const HloModule& module)
{
    using proto::HloInputOutputAliasProto;
    using Entry = HloInputOutputAliasProto::Entry;
    std::set<ArgumentPart> donated;
    Damage ignored; // decoding the module has warned about it
    for (const std::string_view aliases : module.aliases())
        for (WireReader reader(aliases, ignored); reader.next();) {
            if (reader.field() != HloInputOutputAliasProto::kEntriesFieldNumber || !reader.isBytes())
                continue;
            ArgumentPart argument;
            for (WireReader entry(reader.bytes(), ignored); entry.next();) {
                if (entry.field() == Entry::kParameterNumberFieldNumber)
                    entry.store(argument.first);
                else if (entry.field() == Entry::kParameterShapeIndexFieldNumber)
                    entry.forEachInt64([&](std::int64_t index) { argument.second.push_back(index); });
            }
            donated.insert(std::move(argument));
        }
    return donated;
}

} // namespace

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

Warnings contradictionsOfArguments(const HloModule& module, const BufferAssignment& plan)
{
    Warnings warnings;
    if (!module.entry())
        return warnings;
    std::set<ArgumentPart> donated = donatedArguments(module);
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

} // namespace tidemark::xla
