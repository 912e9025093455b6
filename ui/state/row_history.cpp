#include "ui/state/row_history.h"

#include "ui/state/grouped.h"
#include "ui/state/row_text.h"
#include "ui/theme/text.h"

#include <QCoreApplication>
#include <QStringList>

#include <algorithm>

namespace tidemark::ui {
namespace {

struct RowHistoryText {
    Q_DECLARE_TR_FUNCTIONS(RowHistory)
};

QString at(const ViewState& state, const RowEvent& event)
{
    return RowHistoryText::tr("%1 at %2").arg(eventText(state, event), positionText(state.view()->axis, event.step));
}

} // namespace

QString eventWord(RowEventKind kind)
{
    switch (kind) {
    case RowEventKind::Defined:
        return RowHistoryText::tr("defined");
    case RowEventKind::Used:
        return RowHistoryText::tr("used");
    case RowEventKind::Shared:
        return RowHistoryText::tr("reused in place");
    case RowEventKind::Freed:
        return RowHistoryText::tr("freed");
    }
    return {};
}

QString eventText(const ViewState& state, const RowEvent& event)
{
    const QString actor = text(state.uses()->actor(event).name);
    if (actor.isEmpty() || event.kind == RowEventKind::Freed)
        return eventWord(event.kind);
    return RowHistoryText::tr("%1 by %2").arg(eventWord(event.kind), actor);
}

QString historyText(const ViewState& state, RowId row)
{
    if (!state.uses())
        return {};
    const auto events = state.uses()->of(row);
    const auto count = [&](RowEventKind kind) { return std::ranges::count(events, kind, &RowEvent::kind); };
    QStringList parts = {text(state.view()->rows.name(row)),
                         countText(count(RowEventKind::Used), RowHistoryText::tr("use"), RowHistoryText::tr("uses"))};
    if (const auto reuses = count(RowEventKind::Shared); reuses > 0)
        parts << countText(reuses, RowHistoryText::tr("reuse in place"), RowHistoryText::tr("reuses in place"));
    return parts.join(QStringLiteral(", "));
}

QString idleText(const ViewState& state, RowId row)
{
    const auto idle = state.idle(row);
    if (!idle)
        return {};
    if (idle->steps == 0 && idle->last)
        return {}; // it is in use at the cursor
    const View& view = *state.view();
    if (!idle->last && !idle->next && view.axis.count == 1)
        return {}; // the file does not say when anything is used
    const QString here = state.isCursorAtPeak() ? RowHistoryText::tr("the peak") : cellText(view.axis, state.cursor());
    if (!idle->last && !idle->next)
        return RowHistoryText::tr("%1 around %2 (no use is known)").arg(countedCells(view.axis, idle->steps), here);
    QString last = RowHistoryText::tr("no earlier use");
    if (idle->last)
        last = at(state, *idle->last);
    QString next = RowHistoryText::tr("no later use");
    if (idle->next)
        next = RowHistoryText::tr("next %1").arg(at(state, *idle->next));
    return RowHistoryText::tr("%1 around %2 (%3, %4)").arg(countedCells(view.axis, idle->steps), here, last, next);
}

int idleShade(std::uint32_t steps)
{
    int shade = 0;
    for (; steps > 0 && shade < kIdleShades - 1; steps /= 10)
        ++shade;
    return shade;
}

std::uint32_t idleShadeFrom(int shade)
{
    if (shade == 0)
        return 0;
    std::uint32_t from = 1;
    for (int i = 1; i < shade; ++i)
        from *= 10;
    return from;
}

QString idleShadeText(int shade)
{
    const std::uint32_t from = idleShadeFrom(shade);
    if (shade == 0)
        return QStringLiteral("0");
    if (shade == kIdleShades - 1)
        return RowHistoryText::tr("%1 and more").arg(grouped(from));
    return QStringLiteral("%1–%2").arg(grouped(from), grouped(10 * from - 1));
}

} // namespace tidemark::ui
