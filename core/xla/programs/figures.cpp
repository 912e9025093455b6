#include "core/xla/programs/figures.h"

#include "core/base/text.h"
#include "core/devices/device_table.h"
#include "core/xla/plan/kernel_blocks.h"
#include "core/xla/programs/remarks.h"

#include <algorithm>
#include <set>

namespace tidemark {
namespace {

constexpr std::int64_t kVmem = 1;
constexpr auto kRecord = static_cast<unsigned>(FigurePlace::Record);
constexpr auto kWindow = static_cast<unsigned>(FigurePlace::Window);

using Value = decltype(Figure::value);

Value orNull(const std::string& text)
{
    return text.empty() ? Value() : Value(text);
}
template <class Integer>
Value orNull(const std::optional<Integer>& value)
{
    return value ? Value(*value) : Value();
}

Remark share(const char* text, std::int64_t bytes, std::int64_t whole)
{
    return {text, bytes, whole};
}

/// Builds the list in the order of the command line's summary.
class List
{
public:
    explicit List(std::vector<Figure>& list)
        : m_list(list)
    { }

    /// For programs alone.
    void record(const char* id, Value value) { m_list.push_back({id, std::move(value), {}, {}, {}, kRecord, 0, 0}); }
    Figure& add(const char* id, Value value, const char* label, unsigned places)
    {
        m_list.push_back({id, std::move(value), label, {}, {}, places, 0, 0});
        return m_list.back();
    }

private:
    std::vector<Figure>& m_list;
};

/// Not known without shapes.
void addPadding(const SpaceTimeline& timeline, List& list)
{
    const std::int64_t peak = timeline.occupiedPeakBytes();
    const std::int64_t unpadded = timeline.unpaddedPeakBytes();
    const bool isKnown = timeline.plan->knowsPadding();
    Figure* figure = &list.add("unpadded_peak_bytes", isKnown ? Value(unpadded) : Value(), "Unpadded", kRecord);
    figure->remarks = {{"padding %1", peak - unpadded, std::nullopt}, share("%1 of the peak", peak - unpadded, peak)};
    figure->line = isKnown ? 2 : 0;
    figure = &list.add("padding_bytes", isKnown ? Value(peak - unpadded) : Value(), "Padding",
                       kRecord | (isKnown ? kWindow : 0U));
    figure->remarks = {share("%1 of the peak", peak - unpadded, peak)};
    figure->help = "What layouts add to the arrays' own bytes, at the peak";
    figure->rank = rank::kOfSum + 1;
}

/// Text reports do not tell all.
void forgetUnknown(const Plan& plan, bool isPeakLeast, Figures& figures)
{
    const auto forget = [&](std::initializer_list<std::string_view> ids) {
        for (Figure& figure : figures.list)
            if (std::ranges::find(ids, figure.id) != ids.end()) {
                figure.value = {};
                figure.places = kRecord;
                figure.line = 0;
            }
    };
    if (!plan.knowsKinds()) {
        forget({"arguments_bytes", "outputs_bytes", "aliased_bytes", "constants_bytes", "temporaries_bytes",
                "temporaries_at_peak_bytes", "untraced_bytes", "thread_local_bytes"});
        for (Part& part : figures.parts)
            part.name = "Not told of what";
    }
    if (!plan.isForXprof())
        forget({"peak_bytes"});
    if (isPeakLeast)
        forget({"fragmentation_bytes"});
    if (!plan.knowsPlaces()) {
        forget({"total_bytes", "fragmentation_bytes", "headroom_bytes"});
        figures.headroomBytes.reset();
        figures.fitsOn.clear();
    }
}

/// All that competes for the memory that the space lies in.
std::int64_t neededBytes(const SpaceTimeline& timeline, Platform platform)
{
    std::int64_t needed = 0;
    std::set<std::int64_t> memories{timeline.space};
    for (const Allocation& allocation : timeline.plan->assignment().allocations) {
        if (allocation.isThreadLocal || !shareMemory(platform, allocation.color, timeline.space))
            continue;
        needed += allocation.size;
        memories.insert(allocation.color);
    }
    for (const std::int64_t memory : memories)
        needed += unlistedBytes(timeline.plan->gaps(), memory);
    return needed;
}

/// The compiler refuses a program with a kernel whose blocks alone have no room in VMEM.
void warnIfTooLarge(const Kernel& kernel, const HloModule& module, const Figures& figures, Warnings& warnings)
{
    const std::int64_t most = figures.vmemCapacity.value_or(largestVmem());
    if (figures.kernelBytes <= most)
        return;
    const std::string name = validUtf8(module.nameOf(kernel.instruction));
    warnings.add("kernel-above-vmem",
                 "The blocks of the kernel " + name + " take " + bytesText(figures.kernelBytes) + " of VMEM, which has "
                     + bytesText(most) + (figures.vmemCapacity ? "" : " on the largest TPU that is known")
                     + ": it cannot be compiled (" + validUtf8(textOf(kernel.blocks)) + ").");
}

void addNote(const SpaceTimeline& timeline, Figures& figures)
{
    const auto found = std::ranges::find_if(figures.warnings, isAboutXprof);
    if (found == figures.warnings.end())
        return;
    figures.noteHelp = found->text;
    figures.note = found->code == "xprof-peak-above-allocations"
        ? "XProf shows " + bytesText(timeline.xprofPeakBytes()) + ": it counts memory re-used in place twice"
        : found->text;
}

} // namespace

std::vector<Part> floorOf(const SpaceTotals& totals)
{
    std::vector<Part> floor = {{"Arguments", Hue::Argument, totals.arguments},
                               {"Outputs", Hue::Output, totals.outputsOnly},
                               {"Constants", Hue::Constant, totals.constantsOnly}};
    std::erase_if(floor, [](const Part& part) { return part.bytes == 0; });
    return floor;
}

Figures figuresOf(const SpaceTimeline& timeline, const ProgramContext& context, const Device* chosen)
{
    const auto& [file, program, fileWarnings] = context;
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
    figures.isTotalLeast = timeline.isPeakLeast && timeline.plan->gaps()->allocations && unlisted == 0;
    const std::int64_t temporaries = peak - totals.base;
    figures.parts = floorOf(totals);
    if (temporaries != 0)
        figures.parts.push_back({"Temporaries", Hue::Temporary, temporaries});
    figures.capacity = capacityOf(file.platform, file.device, chosen, timeline.space);
    const bool isToldByUser = file.platform == Platform::Unknown && chosen;
    figures.neededBytes = neededBytes(timeline, isToldByUser ? chosen->platform : file.platform);
    std::optional<Kernel> kernel;
    if (file.platform == Platform::Tpu) {
        kernel = largestKernel(timeline.plan->module());
        figures.kernelBytes = kernel ? sizeOf(kernel->blocks) : 0;
        figures.vmemCapacity = capacityOf(file.platform, file.device, chosen, kVmem).bytes;
    }
    if (figures.capacity.bytes)
        figures.headroomBytes = *figures.capacity.bytes - figures.neededBytes;
    if (shareMemory(file.platform, timeline.space, 0))
        figures.fitsOn = fitsOn(file.platform, figures.neededBytes, figures.kernelBytes);
    const std::int64_t fragmentation = figures.totalBytes - peak;
    const auto& scoped = timeline.plan->module().maxScopedMemory();

    List list(figures.list);
    list.record("module", validUtf8(program.name));
    list.record("program_id", orNull(program.id));
    list.record("host", orNull(validUtf8(file.host)));
    list.record("space", timeline.space);
    list.record("space_name", orNull(std::string(spaceName(file.platform, timeline.space).value_or(""))));
    Figure* figure = &list.add("steps", std::int64_t{timeline.steps}, "Steps", kRecord | kWindow);
    figure->help = "Steps of the program order";
    figure->rank = rank::kBeside + 3;
    figure = &list.add("peak_bytes", timeline.xprofPeakBytes(), "XProf's peak", kRecord);
    figure->remarks = {{"step " + std::to_string(timeline.xprofPeakStep), std::nullopt, std::nullopt}};
    figure->line = timeline.xprofPeakBytes() != peak ? 7 : 0;
    list.record("peak_step", std::int64_t{timeline.xprofPeakStep});
    figure = &list.add("occupied_peak_bytes", peak, "Peak", kRecord);
    figure->remarks = {{"step " + std::to_string(timeline.occupiedPeakStep) + " of " + std::to_string(timeline.steps),
                        std::nullopt, std::nullopt}};
    figure->help = "The most that is occupied after any step, of this program alone: whatever else is resident on the "
                   "device comes on top.";
    list.record("occupied_peak_step", std::int64_t{timeline.occupiedPeakStep});
    figure = &list.add("total_bytes", figures.totalBytes, figures.isTotalLeast ? "Allocated at least" : "Allocated",
                       kRecord | kWindow);
    figure->remarks = {unlisted > 0 ? Remark{"as the report says, which does not list %1 of it", unlisted, std::nullopt}
                                    : Remark{"peak + fragm.", std::nullopt, std::nullopt}};
    figure->line = 3;
    figure->help = "All allocations of this memory" + (figures.fitsOn.empty() ? "" : "\nFits on: " + figures.fitsOn);
    figure->rank = rank::kOfSum + 3;
    figure = &list.add("arguments_bytes", totals.arguments, "Arguments", kRecord | kWindow);
    figure->isByKind = true;
    figure->remarks = {share("%1 of the peak", totals.arguments, peak)};
    figure->help = "The program's inputs; live all the time";
    figure = &list.add("outputs_bytes", totals.outputs, "Outputs", kRecord | kWindow);
    figure->isByKind = true;
    if (totals.aliased > 0)
        figure->remarks = {{"donated %1", totals.aliased, std::nullopt}};
    figure->help = "Donated outputs share their memory with arguments: " + groupedNumber(totals.aliased) + " B";
    figure->rank = rank::kOfSum;
    figure = &list.add("aliased_bytes", totals.aliased, "Donated", kRecord);
    figure->remarks = {{"of the outputs, in the memory of arguments", std::nullopt, std::nullopt}};
    figure->line = totals.aliased > 0 ? 1 : 0;
    figure = &list.add("constants_bytes", totals.constants, "Constants", kRecord | kWindow);
    figure->isByKind = true;
    figure->rank = totals.constants > 0 ? rank::kMinor : rank::kBeside + 2;
    list.record("temporaries_bytes", totals.temporaries);
    figure = &list.add("temporaries_at_peak_bytes", temporaries, "Temporaries", kRecord | kWindow);
    figure->isByKind = true;
    figure->remarks = {share("%1 of the peak", temporaries, peak)};
    figure->help = "At the peak";
    figure = &list.add("untraced_bytes", totals.untraced, "Untraced", kRecord | (totals.untraced > 0 ? kWindow : 0U));
    figure->help = "Temporaries outside the trace, counted whole all the time";
    figure->rank = rank::kMinor;
    figure = &list.add("thread_local_bytes", totals.threadLocal, "Thread-local",
                       kRecord | (totals.threadLocal > 0 ? kWindow : 0U));
    figure->line = totals.threadLocal > 0 ? 5 : 0;
    figure->remarks = {{"inside fusions, in no total", std::nullopt, std::nullopt}};
    figure->help = "Apart from everything else here";
    figure->rank = rank::kBeside + 1;
    addPadding(timeline, list);
    figure = &list.add("fragmentation_bytes", fragmentation, "Fragmentation", kRecord | kWindow);
    figure->line = 4;
    figure->remarks = {share("%1 of the allocations", fragmentation, figures.totalBytes)};
    figure->help = "Allocated, but unused at the peak";
    figure->rank = rank::kOfSum + 2;
    figure = &list.add("max_scoped_bytes", scoped ? Value(scoped->bytes) : Value(), "Scoped VMEM",
                       kRecord | (scoped ? kWindow : 0U));
    const std::string scopedBy = scoped ? validUtf8(scoped->instruction) : std::string();
    figure->line = scoped ? 6 : 0;
    figure->remarks = {{"at most, in " + scopedBy, std::nullopt, std::nullopt}};
    figure->help = "The most scratch memory that one instruction uses: " + scopedBy;
    figure->rank = rank::kBeside;
    list.record("max_scoped_instruction", orNull(scopedBy));
    list.record("device", orNull(figures.capacity.device));
    figure = &list.add("capacity_bytes", orNull(figures.capacity.bytes), "Capacity", kRecord);
    figure->line = figures.capacity.bytes ? 8 : 0;
    figure->remarks
        = {{figures.capacity.device + (figures.capacity.isChosen ? ", chosen" : ""), std::nullopt, std::nullopt}};
    figure = &list.add("headroom_bytes", orNull(figures.headroomBytes), "Headroom", kRecord);
    figure->line = figures.headroomBytes ? 9 : 0;
    figure->remarks = figures.headroomRemarks();

    Warnings warnings;
    if (figures.capacity.isOtherDevice)
        warnings.add("other-device",
                     "The file names " + validUtf8(file.device.type) + "; the capacity is that of "
                         + figures.capacity.device + ", as chosen.");
    if (kernel)
        warnIfTooLarge(*kernel, timeline.plan->module(), figures, warnings);
    warnings.add(fileWarnings);
    warnings.add(timeline.warnings);
    for (Warning warning : warnings.list()) {
        warning.text = validUtf8(warning.text);
        figures.warnings.push_back(std::move(warning));
    }
    addNote(timeline, figures);
    forgetUnknown(*timeline.plan, timeline.isPeakLeast, figures);
    return figures;
}

} // namespace tidemark
