#pragma once

#include "core/base/warnings.h"
#include "core/wire/file_cursor.h"

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tidemark::xla {

/// The totals that a text report states, and the sums of its entries. Sizes in bytes.
struct ReportedTotal {
    std::int64_t stated = 0;
    std::int64_t listed = 0;
    std::int64_t rounding = 0; // the largest error of `listed`
    std::optional<std::int64_t> memory = std::nullopt; // none: the whole program
    bool isPartial = false; // the compiler leaves small entries out of its list
    static constexpr std::string_view kAllocations = "allocations";
    std::string_view of = kAllocations; // kind of entries: "values at the peak"

    /// The bytes of allocations that the report does not list, and the rounding error of those that it lists. 0 where
    /// totals and lists contradict each other.
    std::int64_t unlisted() const { return of == kAllocations && (stated > listed || addsUp()) ? stated - listed : 0; }
    bool addsUp() const
    {
        return listed <= stated ? isPartial || stated - listed <= rounding : listed - stated <= rounding;
    }
};

/// The facts that a plan lacks when it was read from the compiler's text reports, which say nothing about uses and
/// operations.
struct PlanGaps {
    bool kinds = false; // kinds of allocations: arguments, results, constants
    bool places = false; // allocations and offsets; each value has a separate allocation
    bool padding = false; // layouts
    bool allocations = false; // some allocations may be missing, if the peak is uncertain
    std::string peak; // the reason why the peak may be higher than the report shows; empty if it is not
    std::vector<ReportedTotal> totals;
    Warnings notices; // all gaps in words
};

/// The bytes of a memory's allocations that a text report leaves out of its lists, according to its own total. Negative
/// where listed sizes are rounded up.
std::int64_t unlistedBytes(const std::optional<PlanGaps>& gaps, std::int64_t memory);

/// Returns whether XProf opens such a plan. XProf has no figures for text reports.
inline bool isForXprof(const std::optional<PlanGaps>& gaps)
{
    return !gaps;
}

/// The module and the buffer assignment of a HloProto, each possibly absent. Compilers write one range of each. Where
/// there are several ranges, protobuf merges the messages, which equals reading their bytes one after the other. The
/// ranges may be in different files.
struct HloParts {
    ByteRanges module;
    ByteRanges assignment;
    std::uint64_t unknown = 0; // number of bytes in fields that are neither
    std::optional<PlanGaps> gaps = {}; // only for a plan from text reports, whose bytes are in no file

    /// Ranges of files. The files are read again when the bytes are needed again.
    void dropBytes();
};

/// Finds both parts without reading them. `hlo`: ranges that each hold whole fields of a HloProto. Returns an error,
/// without the path, when the HloProto is cut or damaged.
Result<HloParts> findHloParts(const ByteRanges& hlo);
/// Does the same in a copy of bytes in memory.
Result<HloParts> findHloParts(std::string_view hlo);

/// Returns the error of a damaged message: `what` is damaged at its byte, and what to do. REQUIRES: there is damage
Error damagedError(const std::string& what, const Damage& damage, std::string_view advice);

/// Returns the bytes of one part as one message. Returns an error when they cannot be read, or when one of several
/// pieces is damaged.
Result<std::shared_ptr<const Bytes>> readHloPart(const ByteRanges& part);

} // namespace tidemark::xla
