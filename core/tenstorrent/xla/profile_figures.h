#pragma once

#include "core/tenstorrent/xla/operation_rows.h"
#include "core/view/figures.h"

namespace tidemark::ttxla {

/// What was recorded of a profile leaves out the moments before tensors are deallocated.
bool isOfRecords(const Profile& profile);
/// Why more may have been in use at the peak than is known; empty: it is the peak.
std::string peakDoubt(const Profile& profile, const Peaks& peaks);

/// The figures of a memory over an extent of operations. Its capacity is that of the chosen device, which may be null,
/// else what the profile tells.
Figures figuresOf(const Profile& profile, Memory memory, Extent extent, const Levels& levels, const OperationRows& rows,
                  const Device* chosen);

/// "ttnn.matmul (dot.10)": an operation and where it comes from.
std::string nameAt(const Profile& profile, const Operation& operation);

/// An operation, and bytes as the levels count them.
struct OperationAmount {
    std::size_t operation = 0; // of the profile
    std::int64_t bytes = 0;
};
/// Operations by what they add to the level, the largest first, at most so many. What deallocates is none of them.
std::vector<OperationAmount> primeSuspects(const Profile& profile, Extent extent, const Levels& levels,
                                           std::size_t most);
/// The first `most` of these, the largest first.
std::vector<OperationAmount> largestOf(std::vector<OperationAmount> all, std::size_t most);

} // namespace tidemark::ttxla
