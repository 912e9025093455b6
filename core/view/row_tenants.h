#pragma once

#include "core/view/row_uses.h"

namespace tidemark {

/// A buffer that holds the memory of a row during cells [first, past) of the row's life.
struct RowTenant {
    std::uint32_t first = 0;
    std::uint32_t past = 0;
    const RowEvent* takeover
        = nullptr; // the event with which it took over the memory; null for the buffer that names the row
    friend bool operator==(const RowTenant&, const RowTenant&) = default;
};

/// The consecutive holders of a row's memory. A buffer that takes the memory over in place holds it from then on; among
/// several in one cell the last one does. They cover the row's life from start to end without a gap. REQUIRES: a row of
/// both
std::vector<RowTenant> tenantsOf(const Rows& rows, const RowUses& uses, RowId row);

} // namespace tidemark
