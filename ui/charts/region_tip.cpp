#include "ui/charts/region_tip.h"

#include "ui/charts/hover_tip.h"
#include "ui/state/row_text.h"
#include "ui/theme/text.h"

#include <QCoreApplication>

namespace tidemark::ui {
namespace {

struct RegionTipText {
    Q_DECLARE_TR_FUNCTIONS(AddressMap)
};

} // namespace

QStringList regionTip(const ViewState& state, const RegionScene& scene, const QPointF& at)
{
    if (const auto row = state.focus().hovered())
        return rowTip(state, *row);
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

QString regionDescription(const ViewState& state)
{
    const View& view = *state.view();
    if (const auto row = state.focus().pointed())
        return RegionTipText::tr("%1, %2, %3")
            .arg(text(view.rows.label(*row)), state.bytes(view.rows.size[*row]), lifetimeText(view, *row));
    return RegionTipText::tr("%1, %2 live")
        .arg(cellText(view.axis, state.cursor()), state.bytes(state.region().map()->levelAt(state.cursor()).live));
}

} // namespace tidemark::ui
