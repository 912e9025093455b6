#include "core/oom/headline.h"

#include "core/base/characters.h"
#include "core/base/text.h"
#include "core/text/text_cursor.h"

#include <algorithm>

namespace tidemark::oom {
namespace {

std::string text(const Amount& amount)
{
    return bytesText(amount.bytes);
}

/// "HBM": memories are written so everywhere else.
std::string memoryName(const Report& report)
{
    std::string name = report.memory.empty() ? "memory" : report.memory;
    if (!report.memory.empty())
        std::ranges::transform(name, name.begin(), toUpper);
    return name == "SHARED" ? "shared memory" : name;
}

/// "16 KiB of HBM", or that of it nothing is known.
std::string ofMemory(const Report& report)
{
    return text(*report.limit) + " of " + memoryName(report);
}

std::string neededText(const Report& report)
{
    std::string who = report.kind == Kind::Scoped ? "A scoped allocation needs "
        : report.kind == Kind::TooLarge           ? "One allocation needs "
                                                  : "Needs ";
    if (!report.needed) {
        if (report.kind == Kind::Scoped && !report.exceeded && !report.limit)
            return who + "more than a scope may have of " + memoryName(report);
        if (report.exceeded)
            return "Exceeds the limit of " + memoryName(report) + " by " + text(*report.exceeded);
        return report.limit ? "Needs more than the " + ofMemory(report)
                            : "Needs more than there is of " + memoryName(report);
    }
    who += text(*report.needed);
    if (!report.limit)
        return who + (report.memory.empty() ? "" : " of " + memoryName(report));
    const Amount above = report.exceeded.value_or(*report.needed - *report.limit);
    const std::string limit = report.kind == Kind::Scoped
        ? text(*report.limit) + " that a scope may have of " + memoryName(report)
        : ofMemory(report);
    return who + (above.bytes > 0 ? ", " + text(above) + " above the " : " of the ") + limit; // a message may lie
}

/// The chunks that a message lists.
struct ChunkSums {
    Amount all;
    Amount free;
    Amount largestFree;
};

ChunkSums sumsOfChunks(const Report& report)
{
    ChunkSums sums;
    for (const Allocation& chunk : report.allocations) {
        if (!chunk.address || !chunk.size)
            continue;
        sums.all = sums.all + *chunk.size;
        if (chunk.allocationType != "free")
            continue;
        sums.free = sums.free + *chunk.size;
        if (chunk.size->bytes > sums.largestFree.bytes)
            sums.largestFree = *chunk.size;
    }
    return sums;
}

/// Why a request to an allocator of chunks could not be met, as far as the message tells.
std::string chunksText(const Report& report)
{
    const ChunkSums sums = sumsOfChunks(report);
    if (sums.all.bytes > 0 && report.cut.missing.empty()) {
        const std::string where
            = " where " + text(sums.free) + " of the " + text(sums.all) + " that the allocator holds is free";
        return where
            + (sums.largestFree.bytes < sums.free.bytes ? ", " + text(sums.largestFree) + " of that in one piece" : "");
    }
    if (const Amount* const used = report.figure("InUse"); used && report.limit)
        return " where " + text(*used) + " of " + text(*report.limit) + " is in use";
    return {};
}

/// What is free at run time, and why that is not enough where it is as much as is asked for.
std::string freeText(const Report& report)
{
    std::string what = " where " + text(*report.free) + " is free";
    if (report.requested->bytes > report.free->bytes)
        return what;
    if (report.reservable && report.reservable->bytes < report.requested->bytes)
        return what + ", " + text(*report.reservable) + " of that reservable";
    return what
        + (isOrderUnknown(*report.requested, *report.free) ? ", as far as it is rounded" : ", but not in one piece");
}

/// Why a bank did not have it: there was too little, or it was not in one piece.
std::string banksText(const Report& report)
{
    const Amount* const need = report.figure("each bank needs");
    const Amount* const size = report.figure("bank size");
    const Amount* const free = report.figure("free in a bank");
    const Amount* const largest = report.figure("largest free block of a bank");
    if (!need)
        return {};
    const std::string each = text(*need) + " in each bank, which has ";
    if (size && need->bytes > size->bytes)
        return ", too big: " + each + text(*size);
    if (!free || !largest)
        return size ? ": " + each + text(*size) : std::string();
    const char* const reason = need->bytes > free->bytes ? ", too big for what is left: "
        : need->bytes > largest->bytes                   ? ", memory is fragmented: "
                                                         : ": ";
    return reason + each + text(*free) + " free, " + text(*largest) + " of that in one piece";
}

std::string requestedText(const Report& report)
{
    if (!report.requested && report.kind == Kind::SharedMemory)
        return "Asked for more than there is of shared memory"
            + (report.limit ? ", " + text(*report.limit) : std::string());
    if (!report.requested)
        return "An allocator's chunks, without what was asked for";
    std::string what = "Asked for " + text(*report.requested);
    if (report.kind == Kind::ProgramLoad)
        what = "The program needs " + text(*report.requested);
    if (report.memory == "shared" && report.limit)
        return what + " of shared memory, above the limit of " + text(*report.limit);
    if (report.kind == Kind::TtAllocation) {
        return what + " of " + memoryName(report) + banksText(report);
    }
    if (report.free)
        return what + (report.memory.empty() ? "" : " of " + memoryName(report)) + freeText(report);
    if (report.limit && report.requested->bytes > report.limit->bytes)
        return what + " where " + text(*report.limit) + " is the limit";
    return what + (report.kind == Kind::Bfc ? chunksText(report) : "");
}

} // namespace

std::string headlineOf(const Report& report)
{
    switch (report.kind) {
    case Kind::Compile:
    case Kind::Scoped:
    case Kind::TooLarge:
        return neededText(report) + ".";
    case Kind::GpuPlan:
        return report.needed && report.requested
            ? "The plan needs " + text(*report.needed) + "; " + text(*report.requested) + " of it could not be had."
            : report.requested ? requestedText(report) + "."
                               : neededText(report) + ".";
    default:
        return requestedText(report) + ".";
    }
}

} // namespace tidemark::oom
