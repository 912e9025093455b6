#include "ui/charts/region_tip.h"

#include "core/view/row_tenants.h"
#include "ui/charts/hover_tip.h"
#include "ui/state/grouped.h"
#include "ui/state/row_text.h"
#include "ui/theme/text.h"

#include <QCoreApplication>

namespace tidemark::ui {
namespace {

struct RegionTipText {
    Q_DECLARE_TR_FUNCTIONS(AddressMap)
};

/// An amount, with "in each bank" if there are several banks.
QString inEachBank(const ViewState& state, const RegionMap& map, std::int64_t bytes)
{
    return map.region().banks > 1 ? RegionTipText::tr("%1 in each bank").arg(state.bytes(bytes)) : state.bytes(bytes);
}

/// The name of the user of a row's memory at a step, if several use it one after the other. Else empty.
QString tenantText(const ViewState& state, RowId row, StepId step)
{
    const Axis& axis = state.view()->axis;
    const auto tenants = state.uses() ? tenantsOf(state.view()->rows, *state.uses(), row) : std::vector<RowTenant>();
    if (tenants.size() < 2)
        return {};
    for (std::size_t i = 0; i < tenants.size(); ++i)
        if (const RowTenant& tenant = tenants[i]; tenant.first <= step.value && step.value < tenant.past) {
            const std::string name
                = tenant.takeover ? state.uses()->actor(*tenant.takeover).name : state.view()->rows.label(row);
            return RegionTipText::tr("%1: used by %2 from %3 to %4 (%5 of %6 users of this memory)")
                .arg(cellText(axis, step), text(name), positionText(axis, StepId(tenant.first)),
                     positionText(axis, StepId(tenant.past)), grouped(static_cast<std::int64_t>(i + 1)),
                     grouped(static_cast<std::int64_t>(tenants.size())));
        }
    return {};
}

QStringList boxTip(const ViewState& state, const RegionMap& map, RowId row, StepId step)
{
    QStringList lines = rowTip(state, row);
    if (const std::int64_t banks = map.region().banks; banks > 1 && map.boxOf(row))
        lines << RegionTipText::tr("%1 in each of %2 banks")
                     .arg(state.bytes(map.view().rows.size[row] / banks), grouped(banks));
    if (const QString who = tenantText(state, row, step); !who.isEmpty())
        lines << who;
    return lines;
}

/// Empty if the address is in use.
QStringList gapTip(const ViewState& state, const RegionMap& map, StepId step, std::int64_t address)
{
    const auto gap = map.gapAt(step, address);
    if (!gap)
        return {};
    const View& view = map.view();
    const bool hasAxis = view.axis.kind != AxisKind::None;
    QStringList lines = {RegionTipText::tr("%1 free").arg(state.bytes(gap->end - gap->begin))};
    if (map.region().banks > 1)
        lines[0] += RegionTipText::tr(" in each of %1 banks").arg(grouped(map.region().banks));
    if (hasAxis)
        lines[0] += QStringLiteral(", ") + cellText(view.axis, step);
    const std::int64_t origin = map.region().origin();
    lines << RegionTipText::tr("from %1 to %2").arg(state.bytes(gap->begin - origin), state.bytes(gap->end - origin));
    const auto name = [&](RowId row) {
        return QStringLiteral("%1, %2").arg(text(view.rows.label(row)),
                                            inEachBank(state, map, view.rows.size[row] / map.region().banks));
    };
    if (gap->before)
        lines << RegionTipText::tr("before: %1, until %2")
                     .arg(name(gap->before), cellText(view.axis, view.rows.end[gap->before]));
    else if (hasAxis)
        lines << RegionTipText::tr("before: nothing");
    if (gap->after)
        lines << RegionTipText::tr("next: %1, from %2")
                     .arg(name(gap->after), cellText(view.axis, view.rows.start[gap->after]));
    else if (hasAxis)
        lines << RegionTipText::tr("next: nothing");
    return lines;
}

/// The free memory above a row's box at the cursor. Empty if there is none, or if the row has no box there.
QStringList gapAbove(const ViewState& state, RowId row)
{
    const RegionMap& map = *state.regionMap();
    const MapBox* box = map.boxOf(row);
    QStringList lines
        = box && box->lives(state.cursor()) ? gapTip(state, map, state.cursor(), box->end) : QStringList();
    if (!lines.isEmpty())
        lines[0] = RegionTipText::tr("above it %1").arg(lines[0]);
    return lines;
}

} // namespace

QStringList regionTip(const ViewState& state, const RegionScene& scene, const QPointF& at)
{
    const StepId step = scene.stepOf(at);
    const RegionMap& map = *scene.content.map;
    if (const auto row = state.focus().hovered())
        return boxTip(state, map, *row, step);
    return scene.hasAddress(at) ? gapTip(state, map, step, scene.addressAt(at.y())) : QStringList();
}

QStringList keyTip(const ViewState& state, RowId row)
{
    return boxTip(state, *state.regionMap(), row, state.cursor()) + gapAbove(state, row);
}

QString regionDescription(const ViewState& state, const RegionLevel& level, bool isPointedByKeys)
{
    const View& view = *state.view();
    if (const auto row = state.focus().pointed())
        return (QStringList{text(view.rows.label(*row)), state.bytes(view.rows.size[*row]), lifetimeText(view, *row)}
                + (isPointedByKeys ? gapAbove(state, *row) : QStringList()))
            .join(QStringLiteral(", "));
    return RegionTipText::tr("%1, %2 live")
        .arg(cellText(view.axis, state.cursor()), inEachBank(state, *state.regionMap(), level.live));
}

} // namespace tidemark::ui
