#pragma once

#include "core/tenstorrent/xla/operation_rows.h"
#include "core/view/figures.h"

namespace tidemark::ttxla {

/// Returns whether the profile was read from upstream's lists or report, which lack the moments before tensors are
/// deallocated.
bool isOfRecords(const Profile& profile);
/// Returns why the true peak may be higher than the known one, or an empty text if it is not.
std::string peakDoubt(const Profile& profile, const Peaks& peaks);

/// Computes the figures of a memory over an extent of operations. The capacity is that of `chosen`, which may be null,
/// else that of the profile.
Figures figuresOf(const Profile& profile, Memory memory, Extent extent, const Levels& levels, const OperationRows& rows,
                  const Device* chosen);

/// Names an operation and its location: "ttnn.matmul (dot.10)".
std::string nameAt(const Profile& profile, const Operation& operation);

/// An operation and its bytes, of the banks that the levels count.
struct OperationAmount {
    std::size_t operation = 0; // index in the profile
    std::int64_t bytes = 0;
};
/// Returns the `most` operations that add the most to the level, the largest first. Deallocations are left out.
std::vector<OperationAmount> primeSuspects(const Profile& profile, Extent extent, const Levels& levels,
                                           std::size_t most);
/// Returns the `most` largest entries, the largest first.
std::vector<OperationAmount> largestOf(std::vector<OperationAmount> all, std::size_t most);

} // namespace tidemark::ttxla
