#include "core/view/row_uses.h"

#include <algorithm>

namespace tidemark {

std::string_view eventName(RowEventKind kind)
{
    switch (kind) {
    case RowEventKind::Defined:
        return "defined";
    case RowEventKind::Used:
        return "used";
    case RowEventKind::Shared:
        return "shared";
    case RowEventKind::Freed:
        return "freed";
    }
    return {};
}

RowIdle RowUses::idle(const Rows& rows, RowId row, StepId step) const
{
    const auto own = of(row);
    // Events without a step are at the ends: a definition before the axis, a release after it.
    const auto isUntil = [step](const RowEvent& event) {
        return event.step ? event.step <= step : event.kind == RowEventKind::Defined;
    };
    const auto after = std::partition_point(own.begin(), own.end(), isUntil);
    RowIdle idle;
    if (after != own.begin() && std::prev(after)->step)
        idle.last = &*std::prev(after);
    if (after != own.end() && after->step && after->kind != RowEventKind::Freed)
        idle.next = &*after;
    if (idle.last && idle.last->step == step)
        return idle;
    const std::uint32_t from = idle.last ? idle.last->step.value + 1 : rows.start[row].value;
    const StepId to = idle.next ? idle.next->step : rows.end[row];
    idle.steps = to.value - from;
    return idle;
}

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
