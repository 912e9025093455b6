#pragma once

#include "ui/session/view_snapshot.h"

namespace tidemark::ui {

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
    /// Sets a place to go to when a reading contains it.
    void expect(ViewPlace place);
    /// Finds the expected place in the documents; nullopt if it is not there or nothing is expected.
    std::optional<Chosen> findExpected(const Documents& documents);
    /// Saves the place of the user. Call it when the new view is ready and before the state shows it, because the user
    /// still moves in the old view until then.
    void leave();
    /// Sets the view of the state and restores the user's position and filters. Returns texts that name each choice
    /// which the reloaded file no longer has.
    QStringList arrive(std::shared_ptr<const View> view);
    /// Called when a message is shown instead of the view.
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
