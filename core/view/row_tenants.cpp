#include "core/view/row_tenants.h"

namespace tidemark {

std::vector<RowTenant> tenantsOf(const Rows& rows, const RowUses& uses, RowId row)
{
    std::vector<RowTenant> tenants{{rows.start[row].value, rows.end[row].value, nullptr}};
    for (const RowEvent& event : uses.of(row)) {
        if (event.kind != RowEventKind::Shared || !event.step || event.step >= rows.end[row])
            continue;
        RowTenant& last = tenants.back();
        last.past = event.step.value;
        const RowTenant next{event.step.value, rows.end[row].value, &event};
        if (last.first == last.past)
            last = next;
        else
            tenants.push_back(next);
    }
    return tenants;
}

} // namespace tidemark
