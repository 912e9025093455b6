#include "ui/charts/hover_tip.h"

#include "ui/state/grouped.h"
#include "ui/state/row_history.h"
#include "ui/state/row_text.h"
#include "ui/theme/text.h"

#include <QCoreApplication>

#include <algorithm>

namespace tidemark::ui {
namespace {

constexpr int kLongestShape = 120; // characters

struct Text {
    Q_DECLARE_TR_FUNCTIONS(Charts)
};

QString both(const ChartContent& content, std::int64_t bytes)
{
    return withExact(content.bytes(bytes), bytes);
}

} // namespace

QStringList stepTip(const ChartContent& content, StepId step)
{
    const View& view = *content.view;
    const std::int64_t level = view.levelAt(step);
    QStringList lines = {capitalised(cellText(view.axis, step))};
    if (const std::string label = view.axis.label(step); !label.empty())
        lines << text(label);
    lines << both(content, level);
    if (const auto inside = view.values(CurveRole::Inside); !inside.empty())
        lines << Text::tr("up to %1 inside").arg(both(content, inside[step.index()]));
    if (content.temporariesOnly)
        lines << Text::tr("temporaries %1").arg(content.bytes(level - content.below()));
    if (content.stack) {
        const std::vector<std::int64_t> bytes = content.stack->level->at(step);
        for (std::size_t i = bytes.size(); i-- > 0;) // as they lie
            if (bytes[i] > 0)
                lines << QStringLiteral("%1 %2, %3")
                             .arg(content.stack->looks[i].name, content.bytes(bytes[i]), percent(bytes[i], level));
    }
    const auto unpadded = view.values(CurveRole::Unpadded);
    if (unpadded.empty())
        return lines;
    const std::int64_t padding = level - unpadded[step.index()];
    const QString share = padding == 0 ? QString() : QStringLiteral(", ") + percent(padding, level);
    lines << Text::tr("padding %1%2").arg(content.bytes(padding), share);
    return lines;
}

QStringList rowTip(const ViewState& state, RowId row)
{
    const View& view = *state.view();
    const Facts& facts = state.facts().of(row);
    const std::int64_t size = view.rows.size[row];
    const QString share = percent(size, view.levelAt(state.cursor()));
    const QString of = state.isCursorAtPeak() ? Text::tr("%1 of the peak").arg(share)
                                              : Text::tr("%1 of %2").arg(share, cellText(view.axis, state.cursor()));
    QStringList lines = {namesText(facts) + QStringLiteral(" — %1, %2").arg(state.bytes(size), of)};
    lines << text(view.rows.kindOf(row).label);
    if (!facts.category.empty())
        lines.back() += QStringLiteral(" · ") + text(facts.categoryLabel);
    if (!facts.role.empty())
        lines.back() += QStringLiteral(", ") + text(facts.role);
    if (!facts.shape.empty())
        lines.back() += QStringLiteral(" · ") + text(facts.shape).left(kLongestShape);
    const std::int64_t padding = size - view.rows.unpadded[row];
    if (padding > 0)
        lines << Text::tr("padding %1, %2").arg(state.bytes(padding), percent(padding, size));
    if (const QString idle = idleText(state, row); !idle.isEmpty())
        lines << idle;
    lines << QStringLiteral("%1 · %2 · ").arg(exactBytes(size), lifetimeText(view, row))
            + (state.focus().pinned() == row ? Text::tr("pinned") : Text::tr("click to pin"));
    return lines;
}

} // namespace tidemark::ui
