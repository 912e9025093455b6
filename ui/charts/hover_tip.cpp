#include "ui/charts/hover_tip.h"

#include "ui/state/grouped.h"
#include "ui/state/row_history.h"
#include "ui/state/row_text.h"
#include "ui/theme/text.h"

#include <QCoreApplication>

namespace tidemark::ui {
namespace {

struct HoverTipText {
    Q_DECLARE_TR_FUNCTIONS(Charts)
};

} // namespace

TipText stepTip(const ChartContent& content, StepId step)
{
    const View& view = *content.view;
    const std::int64_t level = view.levelAt(step);
    TipText tip{{capitalised(cellText(view.axis, step))}};
    QStringList& lines = tip.lines;
    if (const std::string label = view.axis.label(step); !label.empty())
        lines << text(label);
    lines << (view.curves.front().knows(step.index()) ? content.bytes(level) : HoverTipText::tr("after it: not known"));
    for (const Curve& curve : view.curves)
        if (curve.role == CurveRole::Inside)
            lines << (curve.knows(step.index())
                          ? HoverTipText::tr("up to %1 inside").arg(content.bytes(curve.values[step.index()]))
                          : HoverTipText::tr("inside it: not known"));
    return tip;
}

QStringList rowTip(const ViewState& state, RowId row)
{
    const std::int64_t size = state.view()->rows.size[row];
    return {namesText(state.facts().of(row)), QStringLiteral("%1, %2").arg(state.bytes(size), shareText(state, size))};
}

} // namespace tidemark::ui
