#pragma once

#include "core/view/document.h"
#include "ui/state/view_state.h"

#include <QStringList>

namespace tidemark::ui {

/// A selection in a document that stays valid after a reload: it uses names and ids instead of positions.
struct ProgramWish {
    std::string kind; // the kind of the document
    std::string path;
    std::string host;
    std::string program;
    std::optional<std::uint64_t> programId;
    std::int64_t memory = 0;

    static ProgramWish of(const Document& document, const Selection& selection);
    /// Finds the same program in another reading of the files: by file, name and id, else by file or host, and name.
    /// None if it no longer exists.
    ProgramId find(const Catalogue& catalogue) const;
    friend bool operator==(const ProgramWish&, const ProgramWish&) = default;
};

/// The place of the user in a view, in a form that stays valid after a reload. A row is identified by its name and
/// number in the file.
struct ViewSnapshot {
    struct Row {
        std::string name;
        std::optional<std::int64_t> id;
    };
    StepId cursor{0};
    bool isWhereOpened = true; // the cursor is where a new view puts it
    bool showsAll = true;
    StepRange visible;
    std::optional<StepRange> selected;
    std::optional<StepId> marked;
    MarkedParts markedParts; // which rows are listed while a step is marked
    std::optional<Row> pinned;
    std::vector<Row> selectedRows;

    static ViewSnapshot of(const ViewState& state);
    /// A place at the peak of a view, with rows selected. If it is one row, it is pinned.
    static ViewSnapshot selecting(const View& view, const std::vector<RowId>& rows);
    /// Restores this place in the state, which must show a view of the same program and memory. Returns the names of
    /// what no longer exists, as text. Cost: one pass over the names of all rows if rows were pinned or selected.
    QStringList restore(ViewState& state) const;
};

/// A place in documents, in a form that stays valid after a reload.
struct ViewPlace {
    ProgramWish program;
    ViewSnapshot view;
};

/// Restores the state of the user after a reload. It restores the wanted program, or a program that an earlier reload
/// lost, and the place in its view. It can also restore a place that was requested before the reading.
class ReloadPlace
{
public:
    explicit ReloadPlace(ViewState* state)
        : m_state(state)
    { }

    /// Finds the program to show in the documents after a reload: the program that was lost before, else the wanted
    /// one. `isOnScreen` says whether the state shows the wanted program. nullopt if neither is there; a later reload
    /// looks for it again.
    std::optional<Chosen> find(const Documents& documents, const Chosen& wanted, bool isOnScreen);
    void expect(ViewPlace place) { m_lost = std::move(place); }
    /// Finds the expected place in the documents; nullopt if it is not there or nothing is expected.
    std::optional<Chosen> findExpected(const Documents& documents);
    /// Saves the place of the user. Call it when the new view is ready and before the state shows it, because the user
    /// still moves in the old view until then.
    void leave();
    /// Sets the view of the state and restores the user's position and filters. Returns texts that name each choice
    /// which the reloaded file no longer has.
    QStringList arrive(std::shared_ptr<const View> view);
    void giveUp();
    /// The user chose something else: discards everything to restore.
    void forget();

private:
    ViewState* m_state;
    std::optional<ViewPlace> m_lost; // lost or expected; kept until found or until the user chooses something else
    std::optional<ViewSnapshot> m_found; // to restore when the new view is there
    bool m_isFollowing = false; // the new view shows the program that is on screen
    QStringList m_gone; // names of what the reload removed
};

} // namespace tidemark::ui
