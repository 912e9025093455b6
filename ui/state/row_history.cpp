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
    return actor.isEmpty() || event.kind == RowEventKind::Freed
        ? eventWord(event.kind)
        : RowHistoryText::tr("%1 by %2").arg(eventWord(event.kind), actor);
}

QString historyText(const ViewState& state, RowId row)
{
    if (!state.uses())
        return {};
    const auto events = state.uses()->of(row);
    const auto count = [&](RowEventKind kind) { return std::ranges::count(events, kind, &RowEvent::kind); };
    const auto uses = count(RowEventKind::Used);
    const auto handOvers = count(RowEventKind::Shared);
    QStringList parts = {text(state.view()->rows.name(row))};
    parts << (uses == 1 ? RowHistoryText::tr("1 use") : RowHistoryText::tr("%1 uses").arg(grouped(uses)));
    if (handOvers > 0)
        parts << (handOvers == 1 ? RowHistoryText::tr("1 reuse in place")
                                 : RowHistoryText::tr("%1 reuses in place").arg(grouped(handOvers)));
    return parts.join(QStringLiteral(", "));
}

QString idleText(const ViewState& state, RowId row)
{
    const auto idle = state.idle(row);
    if (!idle)
        return {};
    if (idle->steps == 0 && idle->last) {
        // The memory of another buffer, reused by the instruction that the row is named after.
        const bool isOwn = idle->last->kind == RowEventKind::Shared
            && state.uses()->actor(*idle->last).name == state.view()->rows.name(row);
        return isOwn ? RowHistoryText::tr("defined here")
                     : RowHistoryText::tr("%1 here").arg(eventText(state, *idle->last));
    }
    const View& view = *state.view();
    const QString here = state.isCursorAtPeak() ? RowHistoryText::tr("the peak") : cellText(view.axis, state.cursor());
    QStringList ends;
    ends << (idle->last ? at(state, *idle->last) : RowHistoryText::tr("no earlier use"));
    ends << (idle->next ? RowHistoryText::tr("next %1").arg(at(state, *idle->next))
                        : RowHistoryText::tr("no later use"));
    return RowHistoryText::tr("idle for %1 %2 around %3 (%4)")
        .arg(grouped(idle->steps), idle->steps == 1 ? text(view.axis.cell) : cellsText(view.axis), here,
             ends.join(QStringLiteral(", ")));
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
    std::uint32_t from = shade > 0 ? 1 : 0;
    for (int i = 1; i < shade; ++i)
        from *= 10;
    return from;
}

QString idleShadeText(int shade)
{
    const std::uint32_t from = idleShadeFrom(shade);
    if (shade == 0)
        return QStringLiteral("0");
    return shade == kIdleShades - 1 ? RowHistoryText::tr("%1 and more").arg(grouped(from))
                                    : QStringLiteral("%1–%2").arg(grouped(from), grouped(10 * from - 1));
}

} // namespace tidemark::ui
