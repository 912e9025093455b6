#pragma once

#include "ui/state/view_state.h"

#include <QBasicTimer>

namespace tidemark::ui {

/// The rows of the region that pass the filter. Making the texts of many rows takes a while. So, while the result is
/// wanted, rows are filtered in slices, and the event loop runs between slices. Until all rows are done, matches()
/// returns the previous result.
class RegionMatches : public QObject
{
    Q_OBJECT

public:
    explicit RegionMatches(ViewState* state);
    /// The result is not wanted at first.
    void setWanted(bool isWanted);
    /// Filters all remaining rows at once.
    void finish();
    /// Emits found() with the next row after the pinned row, or with the previous row if `by` is negative, as soon as
    /// all rows are filtered. The order is boxes, then bands, each by first step. Emits nothing if the filter is empty
    /// or no row passes it.
    void find(int by);
    /// One value per row. Null: the filter is empty, or not all rows are filtered yet. May be kept, and used on any
    /// thread.
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
    /// The row at a position of the order in which rows are found.
    RowId rowAt(std::size_t position) const;
    std::size_t count() const;
    void emitFound();
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
