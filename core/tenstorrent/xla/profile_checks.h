#pragma once

#include "core/tenstorrent/xla/levels.h"
#include "core/tenstorrent/xla/operation_rows.h"
#include "core/view/check.h"

namespace tidemark::ttxla {

/// Checks the relations that must hold for a memory over an extent of operations. Each failed check names the first
/// operation that breaks the relation:
/// - allocated-and-free: allocated and free bytes add up to the total;
/// - largest-free: the largest free block is at most the free bytes;
/// - same-memory: banks and total never change (a note if they do);
/// - rows-at-peak: the rows add up to the level;
/// - block-table: the sums of the allocator's blocks are its totals, if there are tables;
/// - lists-fit: the n-th elements of the memory list and the operation list are of the same operation (for the
///   program);
/// - memory-left: a note if more is in use after the last operation than after the first, if there are tables;
/// - log-complete: a note for each warning (for the program).
/// Amounts of a log have three decimals of a MB, so that sums may be off by 0.001 MB. Amounts of tables are exact.
std::vector<Check> checksOf(const Profile& profile, Memory memory, Extent extent, const Levels& levels,
                            const OperationRows& rows);

} // namespace tidemark::ttxla
