#include "core/xla/programs/figures.h"

#include "core/base/text.h"
#include "core/devices/device_table.h"
#include "core/view/figures.h"
#include "core/xla/plan/kernel_blocks.h"
#include "core/xla/plan/remarks.h"

#include <algorithm>
#include <set>

namespace tidemark::xla {
namespace {

constexpr std::int64_t kVmem = 1;
constexpr auto kRecord = static_cast<unsigned>(FigurePlace::Record);
constexpr auto kWindow = static_cast<unsigned>(FigurePlace::Window);

using Value = decltype(Figure::value);

/// The order of the lines below the peak in a text for people. It differs from the order of the record.
namespace line {
enum {
    kNone,
    kDonated,
    kUnpadded,
    kAllocated,
    kFragmentation,
    kThreadLocal,
    kScoped,
    kXprof,
    kNeeded,
    kCapacity,
    kHeadroom
};
}

int lineIf(bool isShown, int line)
{
    return isShown ? line : line::kNone;
}

/// Every figure is in the record; those that say something are in the window too.
unsigned placesIf(bool isInWindow)
{
    return isInWindow ? kRecord | kWindow : kRecord;
}

template <class Value>
Figure& labelled(FigureList& list, const char* id, Value value, const char* label, unsigned places)
{
    Figure& figure = list.add(id, std::move(value));
    figure.label = label;
    figure.places = places;
    return figure;
}

/// The padding is unknown when the plan has no shapes.
void addPadding(const SpaceTimeline& timeline, FigureList& list)
{
    const std::int64_t peak = timeline.occupiedPeakBytes();
    const std::int64_t unpadded = timeline.unpaddedPeakBytes();
    const bool isKnown = timeline.plan->knowsPadding();
    const auto ifKnown = [&](std::int64_t bytes) { return isKnown ? std::optional(bytes) : std::nullopt; };
    Figure* figure = &labelled(list, "unpadded_peak_bytes", ifKnown(unpadded), "Unpadded", kRecord);
    figure->remarks = {{"padding %1", peak - unpadded, std::nullopt}, {"%1 of the peak", peak - unpadded, peak}};
    figure->line = lineIf(isKnown, line::kUnpadded);
    figure = &labelled(list, "padding_bytes", ifKnown(peak - unpadded), "Padding", placesIf(isKnown));
    figure->remarks = {{"%1 of the peak", peak - unpadded, peak}};
    figure->help = "What layouts add to the arrays' own bytes, at the peak";
    figure->rank = rank::kOfSum + 1;
}

/// Clears the figures that a text report cannot give.
void forgetUnknown(const Plan& plan, bool isPeakLeast, Figures& figures)
{
    const auto forget = [&](std::initializer_list<std::string_view> ids) {
        for (Figure& figure : figures.list)
            if (std::ranges::find(ids, figure.id) != ids.end()) {
                figure.value = {};
                figure.places = kRecord;
                figure.line = line::kNone;
            }
    };
    if (!plan.knowsKinds()) {
        forget({"arguments_bytes", "outputs_bytes", "aliased_bytes", "constants_bytes", "temporaries_bytes",
                "temporaries_at_peak_bytes", "untraced_bytes", "thread_local_bytes"});
        for (Part& part : figures.parts)
            part.name = "Unknown kind";
    }
    if (!plan.isForXprof())
        forget({"peak_bytes"});
    if (isPeakLeast)
        forget({"fragmentation_bytes"});
    if (!plan.knowsPlaces()) {
        forget({"total_bytes", "fragmentation_bytes", "needed_bytes", "headroom_bytes"});
        figures.headroomBytes.reset();
        figures.fitsOn.clear();
    }
}

/// Sets the size of all allocations that compete for the memory to which the space belongs.
void addNeed(const SpaceTimeline& timeline, Platform platform, Figures& figures)
{
    std::int64_t needed = 0;
    std::set<std::int64_t> memories{timeline.space};
    for (const Allocation& allocation : timeline.plan->assignment().allocations) {
        if (allocation.isThreadLocal || allocation.size == 0
            || !shareMemory(platform, allocation.color, timeline.space))
            continue;
        needed += allocation.size;
        memories.insert(allocation.color);
    }
    for (const std::int64_t memory : memories)
        needed += unlistedBytes(timeline.plan->gaps(), memory);
    figures.neededBytes = needed;
    memories.erase(timeline.space);
    for (const std::int64_t memory : memories)
        addTo(figures.neededWith, ", ", spaceText(platform, memory));
}

/// Adds a warning if the blocks of a kernel alone exceed VMEM: the compiler refuses such a program.
void warnIfTooLarge(const Kernel& kernel, const HloModule& module, const Figures& figures, Warnings& warnings)
{
    const std::int64_t most = figures.vmemCapacity.value_or(largestVmem());
    if (figures.kernelBytes <= most)
        return;
    const std::string name = validUtf8(module.nameOf(kernel.instruction));
    warnings.add(remark::kKernelAboveVmem,
                 "The blocks of the kernel " + name + " take " + bytesText(figures.kernelBytes) + " of VMEM, which has "
                     + bytesText(most) + (figures.vmemCapacity ? "" : " on the largest known TPU")
                     + ": it cannot be compiled (" + validUtf8(textOf(kernel.blocks)) + ").");
}

/// Whether the plan is for another device than the chosen one: the compiler never plans more of a memory on the chip
/// than there is.
bool isPlannedForMore(const SpaceTimeline& timeline, Platform platform, const Figures& figures)
{
    return platform == Platform::Tpu && timeline.space != 0 && figures.capacity.isChosen && figures.capacity.bytes
        && figures.neededBytes > *figures.capacity.bytes;
}

/// Sets the need for the memory and its capacity.
void addNeeds(const SpaceTimeline& timeline, const FileEntry& file, const Device* chosen,
              const std::optional<Kernel>& kernel, Figures& figures)
{
    figures.capacity = capacityOf(file.platform, file.device, chosen, timeline.space);
    const bool isPlatformChosen = file.platform == Platform::Unknown && chosen;
    addNeed(timeline, isPlatformChosen ? chosen->platform : file.platform, figures);
    if (file.platform == Platform::Tpu) {
        figures.kernelBytes = kernel ? sizeOf(kernel->blocks) : 0;
        figures.vmemCapacity = capacityOf(file.platform, file.device, chosen, kVmem).bytes;
    }
    if (figures.capacity.bytes)
        figures.headroomBytes = *figures.capacity.bytes - figures.neededBytes;
    if (isPlannedForMore(timeline, file.platform, figures))
        figures.headroomBytes.reset();
    if (shareMemory(file.platform, timeline.space, 0))
        figures.fitsOn = fitsOn(file.platform, figures.neededBytes, figures.kernelBytes);
    const Device* const largest = largestDevice(file.platform);
    if (largest && !figures.capacity.bytes && shareMemory(file.platform, timeline.space, 0)
        && largest->hbmBytes < figures.neededBytes)
        figures.exceeded = largest;
}

void addLevels(const SpaceTimeline& timeline, const Figures& figures, std::int64_t unlisted, FigureList& list)
{
    const std::int64_t peak = figures.peakBytes;
    Figure* figure = &labelled(list, "steps", std::int64_t{timeline.steps}, "Steps", kRecord | kWindow);
    figure->help = "Steps of the program order";
    figure->rank = rank::kOutsideSums + 3;
    // With the trace of another space XProf shows another peak, which a remark has.
    const bool isOfOtherTrace = std::ranges::any_of(
        timeline.warnings.list(), [](const Warning& warning) { return warning.code == remark::kXprofOtherTrace; });
    const char* const label = isOfOtherTrace ? "" : "XProf's peak";
    figure = &labelled(list, "peak_bytes", timeline.xprofPeakBytes(), label, kRecord);
    figure->remarks = {{"step " + std::to_string(timeline.xprofPeakStep), std::nullopt, std::nullopt}};
    figure->line = lineIf(timeline.xprofPeakBytes() != peak, line::kXprof);
    list.add("peak_step", std::int64_t{timeline.xprofPeakStep});
    figure = &labelled(list, "occupied_peak_bytes", peak, "Peak", kRecord);
    figure->remarks = {{"step " + std::to_string(timeline.occupiedPeakStep) + " of " + std::to_string(timeline.steps),
                        std::nullopt, std::nullopt}};
    figure->help = "The largest occupied memory after any step, of this program alone. Other programs on the device "
                   "need memory too.";
    list.add("occupied_peak_step", std::int64_t{timeline.occupiedPeakStep});
    figure = &labelled(list, "total_bytes", figures.totalBytes,
                       figures.isTotalLeast ? "Allocated at least" : "Allocated", kRecord | kWindow);
    figure->remarks = {{"peak and fragmentation", std::nullopt, std::nullopt}};
    if (unlisted > 0)
        figure->remarks = {{"as the report states; it does not list %1 of it", unlisted, std::nullopt}};
    figure->line = line::kAllocated;
    figure->help = "All allocations of this memory" + framed("\nFits on: ", figures.fitsOn);
    figure->rank = rank::kOfSum + 3;
}

void addKinds(const SpaceTotals& totals, std::int64_t peak, FigureList& list)
{
    const std::int64_t temporaries = peak - totals.base;
    Figure* figure = &labelled(list, "arguments_bytes", totals.arguments, "Arguments", kRecord | kWindow);
    figure->remarks = {{"%1 of the peak", totals.arguments, peak}};
    figure->help = "The program's inputs; live all the time";
    figure = &labelled(list, "outputs_bytes", totals.outputs, "All outputs", kRecord | kWindow);
    if (totals.aliased > 0)
        figure->remarks = {{"donated %1", totals.aliased, std::nullopt}};
    figure->help = "Donated outputs share their memory with arguments: " + groupedNumber(totals.aliased) + " B";
    figure->rank = rank::kOfSum;
    figure = &labelled(list, "aliased_bytes", totals.aliased, "Donated", kRecord);
    figure->remarks = {{"outputs in the memory of arguments", std::nullopt, std::nullopt}};
    figure->line = lineIf(totals.aliased > 0, line::kDonated);
    figure = &labelled(list, "constants_bytes", totals.constants, "Constants", kRecord | kWindow);
    figure->rank = totals.constants > 0 ? rank::kMinor : rank::kOutsideSums + 2;
    list.add("temporaries_bytes", totals.temporaries);
    figure = &labelled(list, "temporaries_at_peak_bytes", temporaries, "Temporaries", kRecord | kWindow);
    figure->remarks = {{"%1 of the peak", temporaries, peak}};
    figure->help = "At the peak";
    figure = &labelled(list, "untraced_bytes", totals.untraced, "Untraced", placesIf(totals.untraced > 0));
    figure->help = "Temporaries outside the trace, counted whole all the time";
    figure->rank = rank::kMinor;
    figure
        = &labelled(list, "thread_local_bytes", totals.threadLocal, "Thread-local", placesIf(totals.threadLocal > 0));
    figure->line = lineIf(totals.threadLocal > 0, line::kThreadLocal);
    figure->remarks = {{"inside fusions, in no total", std::nullopt, std::nullopt}};
    figure->help = "Not part of the other figures";
    figure->rank = rank::kOutsideSums + 1;
}

void addScoped(const HloModule& module, FigureList& list)
{
    const auto& scoped = module.maxScopedMemory();
    std::optional<std::int64_t> bytes;
    std::string scopedBy;
    if (scoped) {
        bytes = scoped->bytes;
        scopedBy = validUtf8(scoped->instruction);
    }
    Figure* figure = &labelled(list, "max_scoped_bytes", bytes, "Scoped VMEM", placesIf(bytes.has_value()));
    figure->line = lineIf(bytes.has_value(), line::kScoped);
    figure->remarks = {{"at most, in " + scopedBy, std::nullopt, std::nullopt}};
    figure->help = "The most scratch memory that one instruction uses: " + scopedBy;
    figure->rank = rank::kOutsideSums;
    list.text("max_scoped_instruction", scopedBy);
}

void addCapacity(const Figures& figures, FigureList& list)
{
    const bool isMoreNeeded = !figures.neededWith.empty();
    Figure* figure = &labelled(list, "needed_bytes", figures.neededBytes, "Needed", placesIf(isMoreNeeded));
    figure->line = lineIf(isMoreNeeded, line::kNeeded);
    if (isMoreNeeded)
        figure->remarks = {{"with " + figures.neededWith, std::nullopt, std::nullopt}};
    figure->help = "All allocations of the memories that share the capacity: this one and " + figures.neededWith;
    figure->rank = rank::kOfSum + 3;
    list.text("device", figures.capacity.device);
    figure = &labelled(list, "capacity_bytes", figures.capacity.bytes, "Capacity", kRecord);
    figure->line = lineIf(figures.capacity.bytes.has_value(), line::kCapacity);
    figure->remarks
        = {{figures.capacity.device + (figures.capacity.isChosen ? ", chosen" : ""), std::nullopt, std::nullopt}};
    figure = &labelled(list, "headroom_bytes", figures.headroomBytes, "Headroom", kRecord);
    figure->line = lineIf(figures.headroomBytes.has_value(), line::kHeadroom);
    figure->remarks = figures.headroomRemarks();
}

/// Returns the figures in the order of the command line's summary.
std::vector<Figure> listOf(const SpaceTimeline& timeline, const ProgramContext& context, const Figures& figures,
                           std::int64_t unlisted)
{
    const auto& [file, program, fileWarnings] = context;
    const std::int64_t fragmentation = figures.totalBytes - figures.peakBytes;
    FigureList list;
    list.add("module", validUtf8(program.name));
    list.add("program_id", program.id);
    list.text("host", validUtf8(file.host));
    list.add("space", timeline.space);
    list.text("space_name", spaceName(file.platform, timeline.space).value_or(""));
    addLevels(timeline, figures, unlisted, list);
    addKinds(timeline.totals, figures.peakBytes, list);
    addPadding(timeline, list);
    Figure* figure = &labelled(list, "fragmentation_bytes", fragmentation, "Fragmentation", kRecord | kWindow);
    figure->line = line::kFragmentation;
    figure->remarks = {{"%1 of the allocations", fragmentation, figures.totalBytes}};
    figure->help = "Allocated, but unused at the peak";
    figure->rank = rank::kOfSum + 2;
    addScoped(timeline.plan->module(), list);
    addCapacity(figures, list);
    return list.take();
}

std::vector<Warning> warningsOf(const SpaceTimeline& timeline, const ProgramContext& context,
                                const std::optional<Kernel>& kernel, const Figures& figures)
{
    Warnings warnings;
    if (figures.capacity.isOtherDevice)
        warnings.add("other-device",
                     "The file names " + validUtf8(context.file.device.type) + "; the capacity is that of "
                         + figures.capacity.device + ", as chosen.");
    if (isPlannedForMore(timeline, context.file.platform, figures))
        warnings.add("planned-for-another-device",
                     "The plan uses " + bytesText(figures.neededBytes) + " of this memory, and "
                         + figures.capacity.device + " has " + bytesText(*figures.capacity.bytes)
                         + ". So it was compiled for another device, and a plan for this one would differ.");
    if (kernel)
        warnIfTooLarge(*kernel, timeline.plan->module(), figures, warnings);
    warnings.add(context.fileWarnings);
    warnings.add(timeline.warnings);
    std::vector<Warning> list = warnings.list();
    for (Warning& warning : list)
        warning.text = validUtf8(warning.text);
    return list;
}

void addNote(const SpaceTimeline& timeline, Figures& figures)
{
    const auto kernel = std::ranges::find(figures.warnings, remark::kKernelAboveVmem, &Warning::code);
    const bool isRefused = kernel != figures.warnings.end();
    const auto found = isRefused ? kernel : std::ranges::find_if(figures.warnings, isAboutXprof);
    if (found == figures.warnings.end())
        return;
    figures.note = figures.noteHelp = found->text;
    figures.isRefused = isRefused;
    if (isRefused)
        figures.note = "cannot be compiled"; // explainPeak() says why
    else if (found->code == remark::kXprofAboveAllocated)
        figures.note
            = "XProf shows " + bytesText(timeline.xprofPeakBytes()) + ": it counts memory re-used in place twice";
}

} // namespace

std::vector<Part> floorOf(const SpaceTotals& totals)
{
    std::vector<Part> floor = {{"Arguments", Hue::Argument, totals.arguments},
                               {"Outputs not donated", Hue::Output, totals.outputsOnly},
                               {"Constants", Hue::Constant, totals.constantsOnly}};
    std::erase_if(floor, [](const Part& part) { return part.bytes == 0; });
    return floor;
}

Figures figuresOf(const SpaceTimeline& timeline, const ProgramContext& context, const Device* chosen)
{
    const SpaceTotals& totals = timeline.totals;
    Figures figures;
    const std::int64_t peak = timeline.occupiedPeakBytes();
    figures.peakBytes = peak;
    const std::int64_t unlisted = unlistedBytes(timeline.plan->gaps(), timeline.space);
    if (timeline.isPeakLeast) {
        figures.peakDoubt = validUtf8(timeline.plan->gaps()->peak);
        figures.isTotalLeast = timeline.plan->gaps()->allocations && unlisted == 0;
    }
    figures.peakStep = StepId(timeline.occupiedPeakStep);
    figures.totalBytes = std::max(totals.total + unlisted, peak);
    figures.parts = floorOf(totals);
    if (peak != totals.base)
        figures.parts.push_back({"Temporaries", Hue::Temporary, peak - totals.base});
    std::optional<Kernel> kernel;
    if (context.file.platform == Platform::Tpu)
        kernel = largestKernel(timeline.plan->module());
    addNeeds(timeline, context.file, chosen, kernel, figures);
    figures.list = listOf(timeline, context, figures, unlisted);
    figures.warnings = warningsOf(timeline, context, kernel, figures);
    addNote(timeline, figures);
    forgetUnknown(*timeline.plan, timeline.isPeakLeast, figures);
    return figures;
}

} // namespace tidemark::xla
