#include "ui/charts/region_matches.h"

#include <QElapsedTimer>
#include <QTimerEvent>

namespace tidemark::ui {
namespace {

constexpr qint64 kSliceMs = 8;
constexpr std::size_t kLookAtClock = 64; // rows

} // namespace

RegionMatches::RegionMatches(ViewState* state)
    : m_state(state)
{
    connect(&m_state->filter(), &Filter::changed, this, &RegionMatches::begin);
    connect(&m_state->region(), &RegionView::changed, this, &RegionMatches::begin);
    connect(m_state, &ViewState::viewChanged, this, &RegionMatches::begin);
    connect(m_state, &ViewState::liveChanged, this, [this] {
        if (m_state->filter().isAtCursor())
            begin();
    });
}

void RegionMatches::begin()
{
    m_timer.stop();
    m_asked = 0;
    m_matches.reset();
    if (m_state->region().map() && !m_state->filter().isEmpty()) {
        m_matches = std::make_shared<std::vector<bool>>(m_state->view()->rows.count, true);
        m_timer.start(0, this);
    }
    emit changed();
}

void RegionMatches::timerEvent(QTimerEvent* event)
{
    if (event->timerId() != m_timer.timerId()) {
        QObject::timerEvent(event);
        return;
    }
    const auto boxes = m_state->region().map()->boxes().boxes();
    const auto bands = m_state->region().map()->bands().boxes();
    const auto matches = std::make_shared<std::vector<bool>>(*m_matches);
    QElapsedTimer slice;
    slice.start();
    while (m_asked < boxes.size() + bands.size() && (m_asked % kLookAtClock != 0 || slice.elapsed() < kSliceMs)) {
        const RowId row = m_asked < boxes.size() ? boxes[m_asked].row : bands[m_asked - boxes.size()].row;
        (*matches)[row.index()] = m_state->filter().matches(row);
        ++m_asked;
    }
    m_matches = matches;
    if (m_asked == boxes.size() + bands.size())
        m_timer.stop();
    emit changed();
}

} // namespace tidemark::ui
