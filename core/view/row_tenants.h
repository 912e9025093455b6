#pragma once

#include "core/view/row_uses.h"

namespace tidemark {

/// One of those who have the memory of a row one after the other: cells [first, past) of its life.
struct RowTenant {
    std::uint32_t first = 0;
    std::uint32_t past = 0;
    const RowEvent* takeover = nullptr; // by which it came, an event of the uses; null: what the row is called by
    friend bool operator==(const RowTenant&, const RowTenant&) = default;
};

/// Whoever takes the memory over in place has it from then on; of several in one cell the last does. Without a break
/// from the row's start to its end. REQUIRES: a row of both
std::vector<RowTenant> tenantsOf(const Rows& rows, const RowUses& uses, RowId row);

} // namespace tidemark
