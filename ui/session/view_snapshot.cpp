#include "ui/session/view_snapshot.h"

#include "core/view/step_of.h"
#include "ui/state/units.h"
#include "ui/theme/text.h"

namespace tidemark::ui {
namespace {

ViewSnapshot::Row rowOf(const View& view, RowId row)
{
    Facts facts;
    view.rows.describe(row, facts);
    return {facts.name, facts.id};
}

/// Finds the row with the name and id for each entry of `wanted`; none if it no longer exists. If several rows match,
/// the one that is live at the cursor is taken.
std::vector<RowId> findRows(const View& view, const std::vector<ViewSnapshot::Row>& wanted, StepId cursor)
{
    std::vector<RowId> found(wanted.size());
    if (wanted.empty())
        return found;
    std::unordered_multimap<std::string, std::size_t> byName;
    for (std::size_t i = 0; i < wanted.size(); ++i)
        byName.emplace(wanted[i].name, i);
    Facts facts;
    for (std::size_t i = 0; i < view.rows.count; ++i) {
        const RowId row = RowId::at(i);
        const auto [first, last] = byName.equal_range(view.rows.name(row));
        if (first == last)
            continue;
        view.rows.describe(row, facts);
        for (auto it = first; it != last; ++it) {
            RowId& best = found[it->second];
            if (wanted[it->second].id == facts.id
                && (best.isNone() || (!view.rows.isLive(best, cursor) && view.rows.isLive(row, cursor))))
                best = row;
        }
    }
    return found;
}

std::optional<Chosen> findIn(const Documents& documents, const ProgramWish& wish)
{
    for (const auto& document : documents)
        if (const ProgramId program = wish.find(document->catalogue()))
            return Chosen{document, {program, wish.memory}};
    return std::nullopt;
}

} // namespace

ProgramWish ProgramWish::of(const Document& document, const Selection& selection)
{
    const Catalogue& catalogue = document.catalogue();
    const ProgramEntry& program = catalogue.programs[selection.program.index()];
    return {catalogue.kind,
            catalogue.fileOf(selection.program).path,
            catalogue.hostOf(selection.program),
            program.name,
            program.id,
            selection.memory};
}

ProgramId ProgramWish::find(const Catalogue& catalogue) const
{
    ProgramId best;
    int bestMatch = 0;
    for (std::size_t i = 0; i < catalogue.programs.size() && catalogue.kind == kind; ++i) {
        const ProgramEntry& entry = catalogue.programs[i];
        const bool isOfFile = catalogue.fileOf(ProgramId::at(i)).path == path;
        const bool isOfHost = catalogue.hostOf(ProgramId::at(i)) == host;
        if (entry.name != program || (!isOfFile && !isOfHost))
            continue;
        // A file may contain several ranks.
        int match = 1;
        if (entry.id == programId)
            match += 2;
        if (isOfFile)
            match += 1;
        if (isOfFile && isOfHost)
            match += 4;
        if (match > bestMatch) {
            best = ProgramId::at(i);
            bestMatch = match;
        }
    }
    return best;
}

ViewSnapshot ViewSnapshot::of(const ViewState& state)
{
    ViewSnapshot snapshot;
    if (state.isEmpty())
        return snapshot;
    const View& view = *state.view();
    snapshot.cursor = state.cursor();
    snapshot.isWhereOpened = state.cursor() == shownStep(view);
    snapshot.showsAll = state.axis().isShowingAll();
    snapshot.visible = state.axis().visible();
    snapshot.selected = state.axis().selected();
    snapshot.marked = state.marked();
    snapshot.markedParts = state.markedParts();
    if (const auto pinned = state.focus().pinned())
        snapshot.pinned = rowOf(view, *pinned);
    for (const RowId row : state.focus().selected())
        snapshot.selectedRows.push_back(rowOf(view, row));
    return snapshot;
}

ViewSnapshot ViewSnapshot::selecting(const View& view, const std::vector<RowId>& rows)
{
    ViewSnapshot snapshot;
    for (const RowId row : rows)
        snapshot.selectedRows.push_back(rowOf(view, row));
    if (rows.size() == 1)
        snapshot.pinned = snapshot.selectedRows.front();
    return snapshot;
}

QStringList ViewSnapshot::restore(ViewState& state) const
{
    QStringList gone;
    if (state.isEmpty())
        return gone;
    const View& view = *state.view();
    AxisView& axis = state.axis();
    const QString cell = text(view.axis.cell);
    // If the step no longer exists, the cursor stays where a new view puts it.
    const auto isThere = [&](StepRange range) { return range.end <= axis.steps(); };
    if (!isWhereOpened && cursor.value < axis.steps())
        axis.setCursor(cursor);
    else if (!isWhereOpened)
        gone << UiText::tr("%1 %2 (there are %3 now)").arg(cell, grouped(cursor.value), grouped(axis.steps()));
    if (!showsAll && isThere(visible))
        axis.setVisible(visible);
    else if (!showsAll)
        gone << UiText::tr("the zoom to %1 %2–%3").arg(cell, grouped(visible.begin), grouped(visible.end - 1));
    if (selected && isThere(*selected))
        axis.setSelected(selected);
    if (marked && marked->value < axis.steps()) {
        state.setMarked(marked);
        state.setMarkedParts(markedParts);
    } else if (marked) {
        gone << UiText::tr("the marked %1 %2").arg(cell, grouped(marked->value));
    }

    std::vector<Row> wanted = selectedRows;
    if (pinned)
        wanted.push_back(*pinned);
    std::vector<RowId> found = findRows(view, wanted, axis.cursor());
    if (pinned) {
        if (found.back())
            state.focus().setPinned(found.back());
        else
            gone << UiText::tr("the pinned %1").arg(text(pinned->name));
        found.pop_back();
    }
    state.focus().setSelected(std::move(found));
    return gone;
}

std::optional<Chosen> ReloadPlace::find(const Documents& documents, const Chosen& wanted, bool isOnScreen)
{
    if (const auto found = findExpected(documents))
        return found;
    const ProgramWish wish = ProgramWish::of(*wanted.document, wanted.selection);
    if (const auto found = findIn(documents, wish)) {
        m_isFollowing = isOnScreen;
        return found;
    }
    m_gone << UiText::tr("the %1 %2").arg(text(wanted.document->catalogue().words.program), text(wish.program));
    if (!m_lost)
        m_lost = ViewPlace{wish, isOnScreen ? ViewSnapshot::of(*m_state) : ViewSnapshot()};
    return std::nullopt;
}

std::optional<Chosen> ReloadPlace::findExpected(const Documents& documents)
{
    giveUp();
    const auto found = m_lost ? findIn(documents, m_lost->program) : std::nullopt;
    if (found) {
        m_found = m_lost->view;
        m_lost.reset();
    }
    return found;
}

void ReloadPlace::leave()
{
    if (m_isFollowing)
        m_found = ViewSnapshot::of(*m_state);
}

QStringList ReloadPlace::arrive(std::shared_ptr<const View> view)
{
    const ViewState::Batch batch(*m_state);
    m_state->setView(std::move(view));
    QStringList gone = m_gone;
    if (m_found)
        gone << m_found->restore(*m_state);
    giveUp();
    return gone;
}

void ReloadPlace::giveUp()
{
    m_found.reset();
    m_isFollowing = false;
    m_gone.clear();
}

void ReloadPlace::forget()
{
    giveUp();
    m_lost.reset();
}

} // namespace tidemark::ui
