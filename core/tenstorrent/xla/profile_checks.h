#pragma once

#include "core/tenstorrent/xla/levels.h"
#include "core/tenstorrent/xla/operation_rows.h"
#include "core/view/check.h"

namespace tidemark::ttxla {

/// What must hold of a memory over an extent of operations; each names the first operation where it does not:
/// - allocated-and-free: together they are the total;
/// - largest-free: the largest free block is no more than what is free;
/// - same-memory: banks and total are always the same (a note where they are not);
/// - rows-at-peak: the rows add up to the level;
/// - block-table: what the allocator's blocks say is what its sums say, where there are tables;
/// - lists-fit: of lists of memories and operations the n-th is of the same operation in both (of the program);
/// - memory-left: a note where more is in use after the last operation than after the first, where there are tables;
/// - log-complete: a note for each warning (of the program).
/// Numbers of a log have three decimals of a MB, so that their sum may be off by 0.001 MB; those of tables are exact.
std::vector<Check> checksOf(const Profile& profile, Memory memory, Extent extent, const Levels& levels,
                            const OperationRows& rows);

} // namespace tidemark::ttxla
