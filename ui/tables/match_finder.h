#pragma once

#include "ui/state/view_state.h"

namespace tidemark::ui {

/// Where the nearest row is that passes the filter and does not live at the cursor. Rows are looked at in the order of
/// their births, a few thousand at a time between other events: the first look at a row describes it.
class MatchFinder : public QObject
{
    Q_OBJECT

public:
    static constexpr std::uint32_t kSlice = 4096; // rows

    explicit MatchFinder(ViewState* state, QObject* parent = nullptr);

    /// From the cursor on, forward or (by < 0) back, around the end. Looks at the first slice before it returns; tells
    /// finished() in any case, later unless that was enough. What is known already is not searched again.
    void search(int by);
    bool isSearching() const { return m_left > 0; }
    /// nullopt while searching, and when no row of the view passes.
    const std::optional<RowId>& found() const { return m_found; }

signals:
    void finished();

private:
    void forget();
    void reorder();
    void lookOn();

    ViewState* m_state;
    std::vector<std::uint32_t> m_births; // rows, by birth
    std::vector<std::uint32_t> m_firstBirth; // per cell, its first position in m_births; one more for the end
    int m_by = 0; // 0: nothing is asked
    std::uint32_t m_next = 0; // in m_births
    std::uint32_t m_left = 0; // rows to look at
    std::optional<RowId> m_found;
    quint64 m_search = 0; // tells a queued slice from one of an earlier search
};

} // namespace tidemark::ui
