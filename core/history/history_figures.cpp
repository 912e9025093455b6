#include "core/base/text.h"
#include "core/history/history_view.h"
#include "core/view/figures.h"

#include <algorithm>
#include <array>

namespace tidemark::history {
namespace {

constexpr std::array kTitles = {
    CheckTitle{"allocator-count", "The level is the allocator's own count after every event"},
    CheckTitle{"state-at-end", "The level at the end is the allocator's own count"},
    CheckTitle{"held-by-allocator", "What is in use is within the segments of the allocator"},
    CheckTitle{"known-before", "What was in use before the recording is known"},
};

using BytesByKind = std::array<std::int64_t, Allocation::kKinds>;

/// The sums of the sizes of live rows by their kind, in several cells in one pass, because there may be millions of
/// rows.
template <std::size_t kCells>
std::array<BytesByKind, kCells> bytesByKind(const History& history, const std::array<StepId, kCells>& cells)
{
    std::array<BytesByKind, kCells> bytes{};
    for (const Allocation& row : history.rows)
        for (std::size_t i = 0; i < kCells; ++i)
            if (row.start <= cells[i] && cells[i] < row.end)
                bytes[i][row.kind] += row.size;
    return bytes;
}

/// The parts of a level by the kind of row.
std::vector<Part> partsOf(const BytesByKind& bytes)
{
    const std::vector<RowKind> kinds = rowKinds();
    std::vector<Part> parts;
    for (std::size_t i = 0; i < kinds.size(); ++i)
        if (bytes[i] > 0)
            parts.push_back({kinds[i].label, kinds[i].hue, bytes[i]});
    return parts;
}

/// Compares the level with the allocator's own count after each event.
Check countCheck(const History& history)
{
    const bool isSame = history.largestDifference == 0;
    const StepId cell = isSame ? history.peakStep : history.differentAt;
    const std::size_t event = std::max<std::size_t>(cell.index(), 1) - 1;
    const Stated& count = history.memory->stated[event];
    return judged(
        {"allocator-count", "level", history.level[event + 1], "the allocator's count", count.heap + count.stack},
        isSame,
        "They differ most after event " + groupedNumber(static_cast<std::int64_t>(event + 1))
            + ", because events are missing.");
}

/// Compares the level with what the allocator holds, at the event where least is left.
Check heldCheck(const History& history)
{
    std::size_t worst = 0;
    for (std::size_t i = 1; i < history.level.size(); ++i)
        if (history.reserved[i] - history.level[i] < history.reserved[worst] - history.level[worst])
            worst = i;
    return judged(
        {"held-by-allocator", "level", history.level[worst], "held by the allocator", history.reserved[worst]},
        history.level[worst] <= history.reserved[worst],
        "More is in use than the allocator's segments have, after event "
            + groupedNumber(static_cast<std::int64_t>(worst)) + ".");
}

/// Needed is what the allocator held. Of a failure it is not known how much the allocator would have held, so what was
/// in use and what was asked are the least, unless more was in use at another time.
void setNeed(const History& history, Figures& figures)
{
    figures.neededBytes = std::max(figures.peakBytes, figures.totalBytes);
    if (history.failures.empty())
        return;
    const std::int64_t asked = history.memory->failures.front().asked;
    const std::int64_t needed = history.level[history.moment().index()] + asked;
    if (needed < figures.peakBytes)
        return;
    figures.neededBytes = needed;
    figures.failedBytes = asked;
}

} // namespace

Figures figuresOf(const Shown& shown, const Device* chosen, std::int64_t memory)
{
    const History& history = shown.history;
    const MemoryRecording& recorded = *history.memory;
    const StepId last = StepId(history.cells() - 1);
    Figures figures;
    figures.peakStep = history.peakStep;
    figures.peakBytes = history.peak();
    figures.totalBytes = history.reserved.empty() ? history.peak() : std::ranges::max(history.reserved);
    setNeed(history, figures);
    const auto [atPeak, atStart, atEnd] = bytesByKind(history, std::array{history.peakStep, StepId(0), last});
    figures.parts = partsOf(atPeak);
    figures.capacity = capacityOf(Platform::Unknown, {}, chosen, 0);
    if (!figures.capacity.bytes)
        figures.capacity.bytes = recorded.capacity;
    if (figures.capacity.bytes)
        figures.headroomBytes = *figures.capacity.bytes - figures.neededBytes;

    FigureList list;
    list.text("format", history.recording->format);
    list.text("memory", validUtf8(recorded.name));
    list.add("space", memory);
    list.text("space_name", validUtf8(recorded.name));
    list.add("steps", std::int64_t{history.cells()});
    list.add("events", static_cast<std::int64_t>(recorded.events.size()));
    list.add("allocations", static_cast<std::int64_t>(history.rows.size()));
    list.add("peak_bytes", history.peak());
    list.add("peak_step", std::int64_t{history.peakStep.value});
    if (recorded.hasTimes)
        list.add("peak_time_ps", history.timeOf(history.peakStep));
    list.add("occupied_peak_bytes", history.peak());
    if (history.hasEvents()) {
        list.bytes("before_bytes", atStart[Allocation::kBefore], "In use before the recording");
        showNextToParts(list.bytes("at_end_bytes", history.level[last.index()], "In use at the end"),
                        "What is in use after the last event.");
        list.bytes("kept_bytes", atEnd[Allocation::kKept], "Allocated and not freed");
    }
    const bool hasFailed = !history.failures.empty();
    if (hasFailed)
        list.bytes("in_use_at_failure_bytes", history.level[history.moment().index()], "In use at the failure");
    if (const auto failed = hasFailed ? history.freeAt(history.moment()) : std::nullopt) {
        list.bytes("reserved_at_failure_bytes", failed->reserved, "In the segments at the failure");
        list.bytes("free_at_failure_bytes", failed->free, "Free in the segments then");
        list.bytes("largest_free_at_failure_bytes", failed->largest, "Largest free range then");
    }
    if (const auto free = history.freeAt(history.peakStep)) {
        // What was free at the peak does not explain a failure, so then it has no line.
        const auto unlessFailed = [&](Figure& figure) -> Figure& {
            figure.line = hasFailed ? 0 : figure.line;
            return figure;
        };
        showNextToParts(unlessFailed(list.bytes("reserved_bytes", free->reserved, "In the allocator's segments")),
                        "Memory of the device that the allocator holds at the peak, in use or not.");
        unlessFailed(list.bytes("free_at_peak_bytes", free->free, "Free in the segments"));
        unlessFailed(list.bytes("largest_free_at_peak_bytes", free->largest, "Largest free range"));
    }
    if (!recorded.stated.empty())
        list.bytes("lifetime_peak_bytes", std::ranges::max(recorded.stated, {}, &Stated::peak).peak,
                   "Peak of the allocator's whole life");
    list.text("device", figures.capacity.device);
    list.bytes("capacity_bytes", figures.capacity.bytes, "Capacity");
    list.bytes("headroom_bytes", figures.headroomBytes, "Headroom").remarks = figures.headroomRemarks();
    figures.list = list.take();
    Warnings warnings = history.warnings;
    warnings.add(recorded.warnings);
    figures.warnings = warnings.list();
    return figures;
}

std::vector<Check> checksOf(const Shown& shown)
{
    const History& history = shown.history;
    std::vector<Check> checks;
    if (!history.memory->stated.empty())
        checks.push_back(countCheck(history));
    if (!history.reserved.empty())
        checks.push_back(heldCheck(history));
    if (history.memory->statedAtEnd)
        checks.push_back(equality("state-at-end", "level at the end", history.level.back(), "allocator's own count",
                                  *history.memory->statedAtEnd));
    std::int64_t unknown = 0;
    for (const Allocation& row : history.rows)
        if (row.kind == Allocation::kBefore && !row.asker)
            unknown += row.size;
    if (unknown > 0)
        checks.push_back({"known-before",
                          "in use before the recording, source not recorded",
                          unknown,
                          {},
                          std::nullopt,
                          Verdict::Note,
                          "The recording began when this memory was in use, so it does not show what asked for it."});
    entitle(checks, kTitles);
    return checks;
}

} // namespace tidemark::history
