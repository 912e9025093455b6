#include "ui/session/view_snapshot.h"

#include "core/base/text.h"
#include "ui/state/grouped.h"

#include <QCoreApplication>

#include <algorithm>

namespace tidemark::ui {
namespace {

QString tr(const char* text)
{
    return QCoreApplication::translate("tidemark::ui::ViewSnapshot", text);
}

QString grouped(std::uint32_t number)
{
    return QString::fromStdString(groupedNumber(number));
}

std::optional<std::uint32_t> findRow(const SpaceTimeline& timeline, std::int64_t id, const std::string& name,
                                     std::uint32_t cursor)
{
    // A buffer may live several times: the life at the cursor is the one meant.
    std::optional<std::uint32_t> found;
    for (std::uint32_t i = 0; i < timeline.rows.size(); ++i) {
        const BufferRow& row = timeline.rows[i];
        if (row.buffer == kNoIndex || timeline.plan->assignment().buffers[row.buffer].id != id
            || nameOf(timeline, row) != name)
            continue;
        if (row.start <= cursor && cursor < row.end)
            return i;
        if (!found)
            found = i;
    }
    return found;
}

} // namespace

ViewSnapshot ViewSnapshot::of(const ViewState& state, const Document& document, std::uint32_t module,
                              std::int64_t space)
{
    ViewSnapshot snapshot;
    snapshot.path = document.sourceOf(module).input.path;
    snapshot.host = document.sourceOf(module).input.host;
    snapshot.module = document.module(module).name;
    snapshot.programId = document.module(module).programId;
    snapshot.space = space;
    snapshot.steps = state.steps();
    snapshot.cursor = state.cursor();
    snapshot.isAtPeak = state.isEmpty() || state.isCursorAtPeak();
    snapshot.showsAll = state.isEmpty() || state.isShowingAll();
    snapshot.visible = state.visible();
    snapshot.selected = state.selectedRange();
    if (const auto pinned = state.pinned()) {
        const SpaceTimeline& timeline = *state.timeline();
        const BufferRow& row = timeline.rows[*pinned];
        snapshot.pinnedName = nameOf(timeline, row);
        if (row.buffer != kNoIndex)
            snapshot.pinnedId = timeline.plan->assignment().buffers[row.buffer].id;
    }
    return snapshot;
}

std::optional<std::uint32_t> ViewSnapshot::findModule(const Document& document) const
{
    std::optional<std::uint32_t> best;
    int bestMatch = 0;
    for (std::uint32_t i = 0; i < document.profile->modules.size(); ++i) {
        const ModuleEntry& entry = document.module(i);
        const InputFile& input = document.sourceOf(i).input;
        if (entry.name != module || (input.path != path && input.host != host))
            continue;
        const int match = 1 + (entry.programId == programId ? 2 : 0) + (input.path == path ? 1 : 0);
        if (match > bestMatch) {
            best = i;
            bestMatch = match;
        }
    }
    return best;
}

QStringList ViewSnapshot::restore(ViewState& state) const
{
    QStringList gone;
    if (state.isEmpty())
        return gone;
    // Where a step is gone the cursor stays at the peak, where a new timeline has it.
    const auto isThere = [&](StepRange range) { return range.end <= state.steps(); };
    if (!isAtPeak && cursor < state.steps())
        state.setCursor(cursor);
    else if (!isAtPeak)
        gone << tr("step %1 (the program has %2 steps now)").arg(grouped(cursor), grouped(state.steps()));
    if (!showsAll && isThere(visible))
        state.setVisible(visible);
    else if (!showsAll)
        gone << tr("the zoomed steps %1–%2").arg(grouped(visible.begin), grouped(visible.end - 1));
    if (selected && isThere(*selected))
        state.setSelectedRange(selected);
    if (!pinnedName.empty()) {
        const auto row = pinnedId ? findRow(*state.timeline(), *pinnedId, pinnedName, state.cursor()) : std::nullopt;
        state.setPinned(row);
        if (!row)
            gone << tr("the pinned buffer %1").arg(QString::fromStdString(pinnedName));
    }
    return gone;
}

} // namespace tidemark::ui
