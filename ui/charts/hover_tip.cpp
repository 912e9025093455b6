#include "ui/charts/hover_tip.h"

#include "ui/state/grouped.h"
#include "ui/state/row_history.h"
#include "ui/state/row_text.h"
#include "ui/theme/text.h"

#include <QCoreApplication>

#include <algorithm>

namespace tidemark::ui {
namespace {

constexpr std::size_t kLayersInTip = 3;

struct HoverTipText {
    Q_DECLARE_TR_FUNCTIONS(Charts)
};

QString both(const ChartContent& content, std::int64_t bytes)
{
    return withExact(content.bytes(bytes), bytes);
}

/// Adds the largest layers at a step, and one line for the others, so that the lines sum up to the level.
void addLayers(TipText& tip, const ChartContent& content, StepId step, const Colors& colors)
{
    const std::vector<std::int64_t> bytes = content.groups->level->at(step);
    std::vector<std::size_t> order;
    for (std::size_t i = 0; i < bytes.size(); ++i)
        if (bytes[i] > 0)
            order.push_back(i);
    std::ranges::stable_sort(order, std::ranges::greater(), [&](std::size_t i) { return bytes[i]; });
    const auto line = [&](const QString& name, std::int64_t sum) {
        return QStringLiteral("%1 %2, %3").arg(name, content.bytes(sum), percent(sum, content.view->levelAt(step)));
    };
    const std::size_t named = order.size() <= kLayersInTip + 1 ? order.size() : kLayersInTip;
    std::int64_t left = 0;
    for (std::size_t i = 0; i < order.size(); ++i) {
        if (i >= named) {
            left += bytes[order[i]];
            continue;
        }
        tip.swatches.resize(static_cast<std::size_t>(tip.lines.size()));
        const GroupLook& look = content.groups->lookOf(content.groups->level->layers()[order[i]]);
        tip.swatches.push_back({content.layerColor(colors, order[i]), look.category});
        tip.lines << line(look.name, bytes[order[i]]);
    }
    if (left > 0)
        tip.lines << line(HoverTipText::tr("%1 more").arg(order.size() - named), left);
}

} // namespace

TipText stepTip(const ChartContent& content, StepId step, const Colors& colors)
{
    const View& view = *content.view;
    const std::int64_t level = view.levelAt(step);
    TipText tip{{capitalised(cellText(view.axis, step))}};
    QStringList& lines = tip.lines;
    if (const std::string label = view.axis.label(step); !label.empty())
        lines << text(label);
    lines << (view.curves.front().knows(step.index()) ? both(content, level) : HoverTipText::tr("after it: not known"));
    for (const Curve& curve : view.curves)
        if (curve.role == CurveRole::Inside)
            lines << (curve.knows(step.index())
                          ? HoverTipText::tr("up to %1 inside").arg(both(content, curve.values[step.index()]))
                          : HoverTipText::tr("inside it: not known"));
    if (content.temporariesOnly)
        lines << HoverTipText::tr("temporaries %1").arg(content.bytes(level - content.below()));
    if (content.isStacked())
        addLayers(tip, content, step, colors);
    const auto unpadded = view.values(CurveRole::Unpadded);
    if (unpadded.empty())
        return tip;
    const std::int64_t padding = level - unpadded[step.index()];
    const QString share = padding == 0 ? QString() : QStringLiteral(", ") + percent(padding, level);
    lines << HoverTipText::tr("padding %1%2").arg(content.bytes(padding), share);
    return tip;
}

QStringList rowTip(const ViewState& state, RowId row)
{
    const std::int64_t size = state.view()->rows.size[row];
    return {namesText(state.facts().of(row)), QStringLiteral("%1, %2").arg(state.bytes(size), shareText(state, size))};
}

} // namespace tidemark::ui
