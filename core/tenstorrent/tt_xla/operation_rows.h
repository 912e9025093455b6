#pragma once

#include "core/tenstorrent/tt_xla/profile.h"
#include "core/view/rows.h"

#include <memory>

namespace tidemark::ttxla {

/// An amount of memory with its live range: the increase of an operation, live until its result is freed.
struct OperationRow {
    std::int64_t size = 0; // bytes of all banks, never below 0
    std::int64_t unpadded = -1; // negative if not known
    std::int64_t offset = -1; // offset in each bank, of a block of the allocator's table; negative if not known
    StepId start{0};
    StepId end{0};
    std::uint8_t kind = 0; // an OperationRows::Kind
    std::uint32_t operation = UINT32_MAX; // index in the profile; UINT32_MAX if the row is not attributed
};

/// The rows of a memory over an extent of operations. They add up to the level after each operation.
///
/// A log gives only the bytes in use. The increase of an operation is taken as its result. It ends when the result is
/// deallocated and as many bytes are freed, or later, when deallocated memory is freed. Bytes that no operation of the
/// extent is known to have made form rows of kind Other, one for each stretch in which the amount stays about the same.
/// Small differences within a stretch, from the rounding of the log's numbers, form rows of kind Rounding.
struct OperationRows {
    enum Kind : std::uint8_t { Weight, Made, Other, Rounding };
    std::vector<OperationRow> rows; // sorted by start
    bool hasOffsets = false; // the rows are allocator blocks: every operation has a table
    std::vector<Rows::Region> regions = {}; // address range that all tables cover

    /// Cost: checks all rows that start before the step.
    std::vector<LiveRow> live(StepId step) const;
    std::vector<LiveRow> all() const;
};
OperationRows rowsOf(const Profile& profile, Memory memory, Extent extent, const Levels& levels);

/// The same rows for a view. It reads `profile` and `rows` in place; both must outlive it.
Rows viewRows(const std::shared_ptr<const Profile>& profile, const std::shared_ptr<const OperationRows>& rows);

} // namespace tidemark::ttxla
