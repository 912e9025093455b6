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

} // namespace

namespace {

/// Who has the memory of a row at a step, where several have it one after the other; else empty.
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
            return RegionTipText::tr("%1: %2 has it from %3 to %4, %5 of %6 in place of each other")
                .arg(cellText(axis, step), text(name), positionText(axis, StepId(tenant.first)),
                     positionText(axis, StepId(tenant.past)), grouped(static_cast<std::int64_t>(i + 1)),
                     grouped(static_cast<std::int64_t>(tenants.size())));
        }
    return {};
}

} // namespace

QStringList regionTip(const ViewState& state, const RegionScene& scene, const QPointF& at)
{
    if (const auto row = state.focus().hovered()) {
        QStringList lines = rowTip(state, *row);
        if (const QString who = tenantText(state, *row, stepAt(scene.chart.geometry.steps, at.x())); !who.isEmpty())
            lines << who;
        return lines;
    }
    if (!scene.chart.geometry.contains(at.x(), at.y()))
        return {};
    const View& view = *state.view();
    const StepId step = stepAt(scene.chart.geometry.steps, at.x());
    const auto gap = scene.content.map->gapAt(step, scene.addressAt(at.y()));
    if (!gap)
        return {};
    const bool hasAxis = view.axis.kind != AxisKind::None;
    QStringList lines = {RegionTipText::tr("%1 free").arg(state.bytes(gap->end - gap->begin))};
    if (hasAxis)
        lines[0] += QStringLiteral(", ") + cellText(view.axis, step);
    lines << RegionTipText::tr("from %1 to %2").arg(state.bytes(gap->begin), state.bytes(gap->end));
    const auto name = [&](RowId row) {
        return QStringLiteral("%1, %2").arg(text(view.rows.label(row)), state.bytes(view.rows.size[row]));
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

QString regionDescription(const ViewState& state, const RegionLevel& level)
{
    const View& view = *state.view();
    if (const auto row = state.focus().pointed())
        return RegionTipText::tr("%1, %2, %3")
            .arg(text(view.rows.label(*row)), state.bytes(view.rows.size[*row]), lifetimeText(view, *row));
    return RegionTipText::tr("%1, %2 live").arg(cellText(view.axis, state.cursor()), state.bytes(level.live));
}

} // namespace tidemark::ui
