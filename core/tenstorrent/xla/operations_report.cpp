#include "core/tenstorrent/xla/operations_report.h"

#include "core/base/text.h"

#include <algorithm>

namespace tidemark::ttxla {
namespace {

/// A memory over the operations of an extent, with the display options.
class ShownMemory
{
public:
    ShownMemory(const Profile& profile, Extent extent, const Levels& levels, ShownAs as)
        : m_profile(profile)
        , m_extent(extent)
        , m_levels(levels)
        , m_as(as)
    { }

    const Operation& operation(std::size_t at) const { return m_profile.operations[m_extent.begin + at]; }
    bool isListed(std::size_t at) const { return operation(at).isListed(); }
    /// The level shown for an operation. Absent if it is not known or not shown.
    std::optional<std::int64_t> most(std::size_t at) const
    {
        const Values& values = m_as.isAsUpstream ? m_levels.upstream : m_levels.inside;
        return values.known[at] == 0 ? std::nullopt : std::optional(values.values[at]);
    }

    std::vector<OperationAmount> suspects() const
    {
        if (!m_as.isAsUpstream)
            return primeSuspects(m_profile, m_extent, m_levels, kMostListed);
        std::vector<OperationAmount> found;
        std::int64_t before = 0; // level of the previous listed operation
        for (std::size_t at = 0; at < m_extent.count(); ++at)
            if (const auto now = most(at)) {
                if (*now > before)
                    found.push_back({m_extent.begin + at, *now - before});
                before = *now;
            }
        return largestOf(std::move(found), kMostListed);
    }

    std::vector<OperationAmount> highest() const
    {
        std::vector<OperationAmount> found;
        for (std::size_t at = 0; at < m_extent.count(); ++at)
            if (const auto bytes = most(at); bytes && isListed(at))
                found.push_back({m_extent.begin + at, *bytes});
        return largestOf(std::move(found), kMostListed);
    }

    PeakCard peak(Memory memory) const
    {
        PeakCard card;
        card.memory = memory;
        card.bytes = m_as.isAsUpstream ? m_levels.upstreamPeak : m_levels.peak;
        card.capacity = m_levels.capacity;
        card.banks = m_levels.banks;
        if (!card.bytes)
            return card;
        card.operation = m_extent.begin + (m_as.isAsUpstream ? m_levels.upstreamPeakAt : m_levels.peakAt);
        const BankState before = m_profile.before(card.operation, memory);
        const bool isBefore = amountOf(before, before.allocated, m_as.banks) == card.bytes;
        const BankState state = isBefore ? before : m_profile.after(card.operation, memory);
        card.free = amountOf(state, state.free, m_as.banks);
        card.largest = amountOf(state, state.largest, m_as.banks);
        card.fragmentation = state.fragmentation();
        return card;
    }

    std::optional<WeightShare> weights() const
    {
        std::optional<std::int64_t> base;
        bool hasWeights = m_profile.inputs.isKnown;
        for (std::size_t at = 0; at < m_extent.count(); ++at) {
            hasWeights = hasWeights || operation(at).isWeight;
            if (!base && isListed(at) && !operation(at).isWeight && m_levels.before.known[at] != 0)
                base = m_levels.before.values[at];
        }
        const PeakCard card = peak(Memory::Dram);
        if (!hasWeights || !card.bytes || !base)
            return std::nullopt;
        WeightShare share;
        const bool isAll = m_profile.operations[card.operation].isWeight;
        share.weights = isAll ? *card.bytes : std::min(*base, *card.bytes);
        share.activations = *card.bytes - share.weights;
        if (m_profile.inputs.isKnown)
            share.declared = m_profile.inputs.weightBytes();
        return share;
    }

private:
    const Profile& m_profile;
    Extent m_extent;
    const Levels& m_levels;
    ShownAs m_as;
};

/// The tile padding of an operation's result, in bytes of all banks.
std::int64_t paddingOf(const Profile& profile, std::size_t operation)
{
    const OperationFacts* const facts = profile.factsOf(profile.operations[operation]);
    return facts && facts->layout ? facts->layout->paddedBytes - facts->layout->unpaddedBytes : 0;
}

std::vector<std::size_t> paddedResults(const Profile& profile, Extent extent)
{
    std::vector<OperationAmount> found;
    for (std::size_t i = extent.begin; i < extent.end; ++i)
        if (const std::int64_t bytes = paddingOf(profile, i); bytes > 0 && profile.operations[i].isListed())
            found.push_back({i, bytes});
    std::vector<std::size_t> operations;
    for (const OperationAmount& each : largestOf(std::move(found), kMostListed))
        operations.push_back(each.operation);
    return operations;
}

} // namespace

OperationsReport reportOn(const Profile& profile, Memory memory, Extent extent, const Levels& levels, ShownAs as)
{
    OperationsReport report;
    const ShownMemory shown(profile, extent, levels, as);
    report.suspects = shown.suspects();
    report.highest = shown.highest();
    report.padded = paddedResults(profile, extent);
    for (const Memory each : kAllMemories) {
        if (!profile.hasStates(each))
            continue;
        const Levels own = each == memory ? Levels() : levelsOf(profile, each, extent, as.banks);
        const ShownMemory of(profile, extent, each == memory ? levels : own, as);
        report.peaks.push_back(of.peak(each));
        if (each == Memory::Dram)
            report.weights = of.weights();
    }
    return report;
}

std::vector<MemoryChange> changesOf(const Profile& profile, std::size_t operation, Banks banks)
{
    std::vector<MemoryChange> changes;
    for (const Memory memory : kAllMemories) {
        const BankState before = profile.before(operation, memory);
        const BankState after = profile.after(operation, memory);
        MemoryChange change{memory, amountOf(before, before.allocated, banks), amountOf(after, after.allocated, banks),
                            std::nullopt};
        if (change.before && change.after)
            change.change = *change.after - *change.before;
        if (change.before || change.after)
            changes.push_back(change);
    }
    return changes;
}

std::string upstreamDifference(const Profile& profile, Extent extent, const Levels& levels)
{
    if (profile.moment == Moment::After)
        return "The states of this file are those after each operation: upstream would show the same.";
    std::size_t left = 0;
    for (std::size_t i = extent.begin; i < extent.end; ++i)
        left += !profile.operations[i].isListed();
    std::string text = "The profiler's page shows the state before each operation, so that an increase is shown "
                       "at the operation after the one that caused it";
    if (left > 0)
        text += ", and leaves out " + counted(left, "moment") + ", such as those before deallocations";
    text += ". ";
    if (levels.peak && levels.upstreamPeak)
        text += *levels.peak == *levels.upstreamPeak ? "The peak is the same."
                                                     : "Its peak is " + bytesText(*levels.upstreamPeak)
                + "; the peak of the file is " + bytesText(*levels.peak) + ".";
    return text;
}

} // namespace tidemark::ttxla
