#include "core/tenstorrent/tt_xla/profile_figures.h"

#include "core/base/text.h"
#include "core/view/figures.h"

#include <algorithm>
#include <array>

namespace tidemark::ttxla {
namespace {

/// The parts of the peak. If the peak is before the first operation, the parts are those of the initial level.
std::vector<Part> partsOf(const Levels& levels, const OperationRows& rows)
{
    if (!levels.peak)
        return {};
    std::array parts = {Part{"Const-eval", Hue::Argument, 0}, Part{"Operations", Hue::Temporary, 0},
                        Part{"Not attributed", Hue::ThreadLocal, 0}, Part{"Rounding", Hue::Constant, 0}};
    std::int64_t sum = 0;
    for (const LiveRow& live : rows.live(StepId::at(levels.peakAt))) {
        const OperationRow& row = rows.rows[live.row.index()];
        parts[row.kind].bytes += row.size;
        sum += row.size;
    }
    if (sum != *levels.peak)
        return {{"Before the first operation", Hue::Argument, *levels.peak}};
    std::vector<Part> found;
    for (const Part& part : parts)
        if (part.bytes > 0)
            found.push_back(part);
    return found;
}

std::string_view originName(Origin origin)
{
    switch (origin) {
    case Origin::Log:
        return "log";
    case Origin::Lists:
        return "lists";
    case Origin::Report:
        return "report";
    case Origin::BlockTables:
        break;
    }
    return "block_tables";
}

/// "ttnn.matmul (dot.10)": an operation and its location.
std::string nameAt(const Profile& profile, const Operation& operation)
{
    const OperationFacts* const facts = profile.factsOf(operation);
    return std::string(profile.labelOf(operation)) + (facts && !facts->loc.empty() ? " (" + facts->loc + ")" : "");
}

} // namespace

ShownMemory::ShownMemory(std::shared_ptr<const Profile> of, Memory shown, Extent operations)
    : profile(std::move(of))
    , memory(shown)
    , extent(operations)
    , levels(levelsOf(*profile, memory, extent))
    , rows(std::make_shared<const OperationRows>(rowsOf(*profile, memory, extent, levels)))
{ }

std::vector<OperationAmount> largestOf(std::vector<OperationAmount> all, std::size_t most)
{
    std::ranges::stable_sort(all, std::greater(), &OperationAmount::bytes);
    all.resize(std::min(all.size(), most));
    return all;
}

std::vector<OperationAmount> primeSuspects(const Profile& profile, Extent extent, const Levels& levels,
                                           std::size_t most)
{
    std::vector<OperationAmount> suspects;
    for (std::size_t at = 0; at < extent.count(); ++at)
        if (const auto increase = levels.increase(at);
            increase && *increase > 0 && profile.operations[extent.begin + at].kind == OperationKind::Plain)
            suspects.push_back({extent.begin + at, *increase});
    return largestOf(std::move(suspects), most);
}

bool isOfRecords(const Profile& profile)
{
    return profile.origin == Origin::Lists || profile.origin == Origin::Report;
}

std::string peakDoubt(const Profile& profile, const Peaks& peaks)
{
    if (isOfRecords(profile))
        return "what was in use before tensors were deallocated is not in these files";
    return peaks.peak && peaks.unknown > 0
        ? "of " + counted(peaks.unknown, "operation") + " it is not known what was in use"
        : "";
}

Figures figuresOf(const ShownMemory& shown, const Device* chosen)
{
    const Profile& profile = *shown.profile;
    const Memory memory = shown.memory;
    const Extent extent = shown.extent;
    const Levels& levels = shown.levels;
    Figures figures;
    figures.peakStep = StepId::at(levels.peakAt);
    figures.peakBytes = figures.totalBytes = figures.neededBytes = levels.peak.value_or(0);
    figures.peakDoubt = peakDoubt(profile, levels);
    figures.parts = partsOf(levels, *shown.rows);
    figures.capacity = capacityOf(Platform::Unknown, {}, chosen, static_cast<std::int64_t>(memory));
    if (!figures.capacity.bytes && levels.capacity) {
        figures.capacity.bytes = levels.capacity;
        figures.capacity.device
            = std::to_string(levels.banks) + " banks of " + std::string(kMemoryNames[static_cast<std::size_t>(memory)]);
    }
    if (figures.capacity.bytes && levels.peak)
        figures.headroomBytes = *figures.capacity.bytes - *levels.peak;

    FigureList list;
    list.text("module", profile.name);
    list.text("rank", profile.rank);
    list.text("origin", originName(profile.origin));
    list.add("space", static_cast<std::uint64_t>(memory));
    list.text("space_name", kMemoryNames[static_cast<std::size_t>(memory)]);
    list.add("steps", extent.count());
    list.add(
        "operations",
        static_cast<std::uint64_t>(std::count_if(profile.operations.begin() + static_cast<std::ptrdiff_t>(extent.begin),
                                                 profile.operations.begin() + static_cast<std::ptrdiff_t>(extent.end),
                                                 [](const Operation& operation) { return operation.isListed(); })));
    list.add("peak_bytes", levels.peak);
    list.add("peak_step", levels.peak ? std::optional(static_cast<std::int64_t>(levels.peakAt)) : std::nullopt);
    list.add("occupied_peak_bytes", levels.peak);
    if (levels.peak && extent.count() > 0) {
        list.text("peak_operation", nameAt(profile, profile.operations[extent.begin + levels.peakAt]));
        const BankState state = profile.after(extent.begin + levels.peakAt, memory);
        list.bytes("free_at_peak_bytes", state.ofAllBanks(state.free), "Free at the peak");
        showNextToParts(list.bytes("largest_free_at_peak_bytes", state.ofAllBanks(state.largest), "Largest free block"),
                        "At the peak, of all banks together: a buffer takes as much of each bank.");
        list.add("fragmentation_permille", state.fragmentation());
    }
    list.add("banks", levels.banks < 0 ? std::nullopt : std::optional(std::int64_t{levels.banks}));
    Figure& upstream = list.bytes("upstream_peak_bytes", levels.upstreamPeak, "As the profiler shows it");
    if (levels.upstreamPeak != levels.peak)
        showNextToParts(
            upstream,
            "The peak that the profiler shows. It counts the states before operations, but not those before "
            "deallocations.");
    if (const auto suspects = primeSuspects(profile, extent, levels, 1); !suspects.empty()) {
        list.text("largest_increase_operation", nameAt(profile, profile.operations[suspects[0].operation]));
        list.bytes("largest_increase_bytes", suspects[0].bytes, "Largest increase").remarks
            = {{nameAt(profile, profile.operations[suspects[0].operation]), std::nullopt, std::nullopt}};
    }
    if (memory == Memory::Dram && profile.inputs.isKnown)
        list.bytes("weights_bytes", profile.inputs.weightBytes(), "Weights");
    list.addCapacity(figures);
    figures.list = list.take();
    figures.warnings = profile.warnings.list();
    return figures;
}

} // namespace tidemark::ttxla
