#pragma once

#include "ui/state/view_state.h"

namespace tidemark::ui {

/// Finds the nearest row that passes the filter and is not live at the cursor. Looks at rows in the order of their
/// births, a few thousand at a time between other events, because the first look at a row describes it.
class MatchFinder : public QObject
{
    Q_OBJECT

public:
    static constexpr std::uint32_t kSlice = 4096; // rows

    explicit MatchFinder(ViewState* state, QObject* parent = nullptr);

    /// Searches from the cursor forwards, or backwards if by < 0, and wraps around at the end. Looks at the first slice
    /// before it returns. Always emits finished(), later if the first slice was not enough. A known result is not
    /// searched again.
    void search(int by);
    bool isSearching() const { return m_left > 0; }
    /// nullopt during a search, and if no row of the view passes.
    const std::optional<RowId>& found() const { return m_found; }

signals:
    void finished();

private:
    void forget();
    void reorder();
    void lookOn();

    ViewState* m_state;
    std::vector<std::uint32_t> m_births; // rows, by birth
    std::vector<std::uint32_t> m_firstBirth; // per cell, its first position in m_births; one more entry for the end
    int m_by = 0; // 0: no search was requested
    std::uint32_t m_next = 0; // in m_births
    std::uint32_t m_left = 0; // rows still to look at
    std::optional<RowId> m_found;
    quint64 m_search = 0; // distinguishes queued slices of different searches
};

} // namespace tidemark::ui
