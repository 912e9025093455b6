#pragma once

#include "ui/state/view_state.h"

#include <QBasicTimer>

namespace tidemark::ui {

/// Which rows of the region the filter leaves. Texts of many rows take a while to make: they are looked through in
/// slices, between which the window answers; until then a row counts as left.
class RegionMatches : public QObject
{
    Q_OBJECT

public:
    explicit RegionMatches(ViewState* state);
    /// By row; null: nothing is asked for. May be kept and used on any thread.
    const std::shared_ptr<const std::vector<bool>>& matches() const { return m_matches; }

signals:
    void changed();

protected:
    void timerEvent(QTimerEvent* event) override;

private:
    void begin();

    ViewState* m_state;
    std::shared_ptr<const std::vector<bool>> m_matches;
    std::size_t m_asked = 0; // boxes, then bands
    QBasicTimer m_timer;
};

} // namespace tidemark::ui
