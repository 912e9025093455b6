#include "core/tenstorrent/tt_xla/operations_report.h"

#include "core/base/find.h"

#include <algorithm>

namespace tidemark::ttxla {
namespace {

constexpr std::size_t kMostListed = 10; // entries in each list, as in upstream's page

/// The largest amounts of the operations that upstream lists. `bytesAt` gives that of the operation at a place of the
/// extent; operations with 0 bytes are left out.
template <class BytesAt>
std::vector<OperationAmount> listedBy(const Profile& profile, Extent extent, const BytesAt& bytesAt)
{
    std::vector<OperationAmount> found;
    for (std::size_t at = 0; at < extent.count(); ++at)
        if (const std::int64_t bytes = bytesAt(at); bytes > 0 && profile.operations[extent.begin + at].isListed())
            found.push_back({extent.begin + at, bytes});
    return largestOf(std::move(found), kMostListed);
}

PeakCard peakOf(const Profile& profile, Memory memory, Extent extent, Banks banks)
{
    const Levels peaks = levelsOf(profile, memory, extent, banks);
    PeakCard card;
    card.memory = memory;
    card.bytes = peaks.peak;
    card.capacity = peaks.capacity;
    card.banks = peaks.banks;
    if (!card.bytes)
        return card;
    card.operation = extent.begin + peaks.peakAt;
    const BankState& before = profile.before(card.operation, memory);
    const bool isBefore = amountOf(before, before.allocated, banks) == card.bytes;
    const BankState& state = isBefore ? before : profile.after(card.operation, memory);
    card.free = amountOf(state, state.free, banks);
    card.largest = amountOf(state, state.largest, banks);
    card.fragmentation = state.fragmentation();
    return card;
}

/// `dram` is the peak of DRAM.
std::optional<WeightShare> weightsOf(const Profile& profile, Extent extent, const PeakCard& dram, Banks banks)
{
    std::optional<std::int64_t> base;
    bool hasWeights = profile.inputs.isKnown;
    for (std::size_t i = extent.begin; i < extent.end; ++i) {
        const Operation& operation = profile.operations[i];
        const BankState& before = profile.before(i, Memory::Dram);
        hasWeights = hasWeights || operation.isWeight;
        if (!base && operation.isListed() && !operation.isWeight)
            base = amountOf(before, before.allocated, banks);
    }
    if (!hasWeights || !dram.bytes || !base)
        return std::nullopt;
    WeightShare share;
    share.weights = profile.operations[dram.operation].isWeight ? *dram.bytes : std::min(*base, *dram.bytes);
    share.activations = *dram.bytes - share.weights;
    if (profile.inputs.isKnown)
        share.declared = profile.inputs.weightBytes();
    return share;
}

} // namespace

OperationsView makeOperationsView(const ProgramExtent& program, Memory memory, const View& of, Banks banks)
{
    const Profile& profile = *program.profile;
    const Extent extent = program.extent;
    const auto levels = std::make_shared<const Levels>(levelsOf(profile, memory, extent, banks));
    auto view = std::make_shared<View>();
    view->path = of.path;
    view->host = of.host;
    view->program = of.program;
    view->programId = of.programId;
    view->programText = of.programText;
    view->memory = of.memory;
    view->memoryName = of.memoryName;
    view->memoryText = of.memoryText + (banks == Banks::One ? " · one bank" : "");
    view->axis = of.axis;
    view->marks = of.marks;
    view->curves = {curveOf(CurveRole::Level, "After the operation", levels->level),
                    curveOf(CurveRole::Inside, "Peak inside the operation", levels->inside),
                    curveOf(CurveRole::Ratio, "Fragmentation", levels->fragmentation)};
    view->peakStep = StepId::at(levels->peakAt);
    view->isPeakLeast = of.isPeakLeast;
    view->rows.one = of.rows.one;
    view->rows.many = of.rows.many;
    view->owner = levels;

    OperationsReport report;
    report.suspects = primeSuspects(profile, extent, *levels, kMostListed);
    report.highest = listedBy(
        profile, extent, [&](std::size_t at) { return levels->inside.known[at] != 0 ? levels->inside.values[at] : 0; });
    report.padded = listedBy(profile, extent, [&](std::size_t at) {
        const OperationFacts* const facts = profile.factsOf(profile.operations[extent.begin + at]);
        return facts && facts->layout ? facts->layout->paddedBytes - facts->layout->unpaddedBytes : 0;
    });
    for (const Memory each : kAllMemories)
        if (profile.hasStates(each))
            report.peaks.push_back(peakOf(profile, each, extent, banks));
    if (const auto* const dram = findFirst(report.peaks, Memory::Dram, &PeakCard::memory))
        report.weights = weightsOf(profile, extent, *dram, banks);
    return {view, levels, std::move(report)};
}

std::vector<MemoryChange> changesOf(const Profile& profile, std::size_t operation, Banks banks)
{
    std::vector<MemoryChange> changes;
    for (const Memory memory : kAllMemories) {
        const BankState& before = profile.before(operation, memory);
        const BankState& after = profile.after(operation, memory);
        MemoryChange change{memory, amountOf(before, before.allocated, banks), amountOf(after, after.allocated, banks),
                            std::nullopt};
        if (change.before && change.after)
            change.change = *change.after - *change.before;
        if (change.before || change.after)
            changes.push_back(change);
    }
    return changes;
}

IrLines::IrLines(const Profile& profile)
    : m_profile(profile)
{
    for (const char* const stage : {"ttnn", "ttir"})
        if (const ModuleDump* const module = profile.firstModule(stage))
            m_modules.push_back({module->stage, linesOf(module->text), linesByLocation(module->text)});
}

std::vector<IrLine> IrLines::of(const Operation& operation) const
{
    std::vector<IrLine> found;
    const OperationFacts* const facts = m_profile.factsOf(operation);
    if (!facts || facts->loc.empty())
        return found;
    for (const Module& module : m_modules) {
        const auto line = module.byLocation.find(facts->loc);
        if (line == module.byLocation.end())
            continue;
        const std::string_view words = module.lines[line->second - 1];
        // A deallocation has the location of the operation that made the tensor.
        if (!facts->isDeallocate() || words.find(facts->name) != std::string_view::npos)
            found.push_back({module.stage, line->second, words});
    }
    return found;
}

} // namespace tidemark::ttxla
