#pragma once

#include "ui/state/view_state.h"

#include <QBasicTimer>

namespace tidemark::ui {

/// Which rows of the region the filter leaves. Texts of many rows take a while to make: while somebody wants to see it
/// they are looked through in slices, between which the window answers. Until all are, what was left before counts.
class RegionMatches : public QObject
{
    Q_OBJECT

public:
    explicit RegionMatches(ViewState* state);
    /// At first nobody wants it.
    void setWanted(bool isWanted);
    /// All that is still to be looked through, at once.
    void finish();
    /// found() tells the one that follows the pinned row, or comes before it where `by` is negative, as soon as all are
    /// looked through: boxes, then bands, each in the order of first steps. Nothing where the filter leaves none, or is
    /// empty.
    void find(int by);
    /// By row; null: nothing is asked for, or not all are looked through yet. May be kept and used on any thread.
    const std::shared_ptr<const std::vector<bool>>& matches() const { return m_matches; }

signals:
    void changed();
    void found(RowId row);

protected:
    void timerEvent(QTimerEvent* event) override;

private:
    void forget(); // call when the map changes
    void begin();
    void look(qint64 ms);
    void tellFound();
    void show(std::shared_ptr<const std::vector<bool>> matches);

    ViewState* m_state;
    std::shared_ptr<const std::vector<bool>> m_matches;
    std::vector<bool> m_next; // result of the current filter, by row
    std::size_t m_asked = 0; // how many of boxes, then bands, are in m_next
    int m_find = 0; // the argument of find(); 0: no search
    bool m_isWanted = false;
    bool m_isStale = false; // m_matches belongs to an older filter
    QBasicTimer m_timer;
};

} // namespace tidemark::ui
