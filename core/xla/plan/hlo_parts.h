#pragma once

#include "core/base/warnings.h"
#include "core/wire/file_cursor.h"

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tidemark {

/// What a text report says that there is in all, and what it lists. Sizes in bytes.
struct ReportedTotal {
    std::int64_t told = 0;
    std::int64_t listed = 0;
    std::int64_t rounding = 0; // `listed` may be off by so much
    std::optional<std::int64_t> memory = std::nullopt; // none: of all of the program
    bool isPartial = false; // the compiler leaves small ones out of its list
    static constexpr std::string_view kAllocations = "allocations";
    std::string_view of = kAllocations; // what is listed: "values at the peak"

    /// Bytes of allocations that are there and not listed, and what rounding makes of those that are; 0 where the two
    /// contradict each other.
    std::int64_t unlisted() const { return of == kAllocations && (told > listed || addsUp()) ? told - listed : 0; }
    bool addsUp() const { return listed <= told ? isPartial || told - listed <= rounding : listed - told <= rounding; }
};

/// What a plan leaves open that was written from text reports of the compiler, which say nothing of uses and
/// operations.
struct PlanGaps {
    bool kinds = false; // which allocations are arguments, results, constants
    bool places = false; // allocations and offsets: each value has one of its own
    bool padding = false; // layouts
    bool values = false; // each buffer stands for all values that have its place in turn
    bool allocations = false; // some may be missing where the peak is in doubt
    std::string peak; // why more may be occupied at the peak than live ranges or allocations tell; empty: it may not
    std::vector<ReportedTotal> totals;
    Warnings notices; // the same and more, in words
};

/// Bytes of a memory's allocations that a text report leaves out of its lists, as its own total says; negative where
/// what it lists is rounded up.
std::int64_t unlistedBytes(const std::optional<PlanGaps>& gaps, std::int64_t memory);

/// Whether XProf opens what leaves this open: it has no figures of text reports.
inline bool isForXprof(const std::optional<PlanGaps>& gaps)
{
    return !gaps;
}

/// The two halves of a HloProto. Empty when absent. Compilers write one range of each; where there are more, protobuf
/// merges the messages, which is to read their bytes one after the other. They may lie in different files.
struct HloParts {
    ByteRanges module;
    ByteRanges assignment;
    std::uint64_t unknown = 0; // bytes in fields that are neither
    std::optional<PlanGaps> gaps = {}; // of one written from text reports, whose bytes are of no file

    /// Those of files, which are read again when they are needed again.
    void dropBytes();
};

/// Finds them without reading them. `hlo`: ranges that each hold whole fields of a HloProto. Error, without the path,
/// when the HloProto is cut or damaged.
Result<HloParts> findHloParts(const ByteRanges& hlo);
/// The same in a copy of bytes in memory.
Result<HloParts> findHloParts(std::string_view hlo);

/// The bytes of one half, as one message. Error when they cannot be read, or a piece of several is damaged by itself.
Result<std::shared_ptr<const Bytes>> readHloPart(const ByteRanges& part);

} // namespace tidemark
