#pragma once

#include "ui/session/view_snapshot.h"

namespace tidemark::ui {

/// What a reading again brings back: the program that was wanted, or the one that an earlier reading lost, and where
/// the user was in it.
class ReloadPlace
{
public:
    explicit ReloadPlace(ViewState* state)
        : m_state(state)
    { }

    /// What to show of the documents as they are read again: what was lost before, else what was wanted. `isOnScreen`:
    /// the state shows it. nullopt: neither is there; a later reading looks for it again.
    std::optional<Chosen> find(const Documents& documents, const Chosen& wanted, bool isOnScreen);
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
    struct Lost {
        ProgramWish wish;
        ViewSnapshot view;
    };

    ViewState* m_state;
    std::optional<Lost> m_lost; // until it is back or the user chooses something else
    std::optional<ViewSnapshot> m_found; // for the view that comes
    bool m_isFollowing = false; // the view that comes is of the program on screen
    QStringList m_gone; // in words
};

} // namespace tidemark::ui
