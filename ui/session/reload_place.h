#pragma once

#include "ui/session/view_snapshot.h"

namespace tidemark::ui {

/// What a reading brings back: the program that was wanted, or the one that an earlier reading lost, and where the user
/// was in it; or the place that was asked for before the reading.
class ReloadPlace
{
public:
    explicit ReloadPlace(ViewState* state)
        : m_state(state)
    { }

    /// What to show of the documents as they are read again: what was lost before, else what was wanted. `isOnScreen`:
    /// the state shows it. nullopt: neither is there; a later reading looks for it again.
    std::optional<Chosen> find(const Documents& documents, const Chosen& wanted, bool isOnScreen);
    /// A reading may have that.
    void expect(ViewPlace place);
    /// Where in the documents that is; nullopt: it is not there, or nothing is expected.
    std::optional<Chosen> findExpected(const Documents& documents);
    /// The view that was asked for is there: to be called before the state shows it, while the user still goes on in
    /// the old one.
    void leave();
    /// Once the state shows the view: puts it back where the user was. Returns what is gone since the reading, in
    /// words.
    QStringList arrive();
    /// A message is shown in the place of the view.
    void giveUp();
    /// The user chose something else: nothing is to be brought back.
    void forget();

private:
    ViewState* m_state;
    std::optional<ViewPlace> m_lost; // lost or expected; kept until found or until the user chooses something else
    std::optional<ViewSnapshot> m_found; // to restore when the new view is there
    bool m_isFollowing = false; // the new view shows the program that is on screen
    QStringList m_gone; // names of what the reload removed
};

} // namespace tidemark::ui
