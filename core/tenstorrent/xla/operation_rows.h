#pragma once

#include "core/tenstorrent/xla/levels.h"
#include "core/view/rows.h"

#include <memory>

namespace tidemark::ttxla {

/// What takes a memory: the increase of an operation, from it until what it made is freed.
struct OperationRow {
    std::int64_t size = 0; // bytes of all banks, never below 0
    std::int64_t unpadded = -1; // negative: not known
    std::int64_t offset = -1; // in each bank, of a block of the allocator's table; negative: not known
    StepId start{0};
    StepId end{0};
    std::uint8_t kind = 0; // an OperationRows::Kind
    std::uint32_t operation = UINT32_MAX; // that caused it, of the profile; none of what is not attributed
};

/// The rows of a memory over an extent of operations, which add up to its level after each.
///
/// A log tells only how much is in use. An operation's increase is what it made; it ends where the operation's result
/// is deallocated and as much is freed, or later, when memory that was deallocated is freed. What no operation of the
/// extent is known to have made is rows of their own, each as long as it stays about the same: by how much it differs
/// there, as numbers of a log are rounded, is rows of another kind.
struct OperationRows {
    enum Kind : std::uint8_t { Weight, Made, Other, Rounding };
    std::vector<OperationRow> rows; // by their starts
    bool hasOffsets = false; // the blocks of an allocator's table, which it has of every operation
    std::vector<Rows::Region> regions = {}; // that all tables together are of

    /// Cost: looks at all that start before.
    std::vector<LiveRow> live(StepId step) const;
    std::vector<LiveRow> all() const;
};
OperationRows rowsOf(const Profile& profile, Memory memory, Extent extent, const Levels& levels);

/// The same as rows of a view; `profile` and `rows` must outlive it with what it shares.
Rows viewRows(const std::shared_ptr<const Profile>& profile, const std::shared_ptr<const OperationRows>& rows);

} // namespace tidemark::ttxla
