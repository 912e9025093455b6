#include "ui/charts/region_matches.h"

#include <QElapsedTimer>
#include <QTimerEvent>

#include <limits>
#include <utility>

namespace tidemark::ui {
namespace {

constexpr qint64 kSliceMs = 8;
constexpr std::size_t kLookAtClock = 64; // rows between looks at the clock

} // namespace

RegionMatches::RegionMatches(ViewState* state)
    : m_state(state)
{
    connect(m_state, &ViewState::changed, this, [this](Aspects changed) {
        if (changed & (Aspect::View | Aspect::Region))
            forget();
        else if ((changed & Aspect::Filter) || ((changed & Aspect::Cursor) && m_state->filter().isAtCursor()))
            begin();
    });
}

void RegionMatches::setWanted(bool isWanted)
{
    m_isWanted = isWanted;
    if (!isWanted)
        m_timer.stop();
    else if (m_isStale)
        look(kSliceMs);
}

void RegionMatches::finish()
{
    if (m_isStale)
        look(std::numeric_limits<qint64>::max());
}

void RegionMatches::find(int by)
{
    m_find = by;
    if (!m_isStale)
        emitFound();
}

std::size_t RegionMatches::count() const
{
    const RegionMap& map = *m_state->regionMap();
    return map.boxes().boxes().size() + map.bands().boxes().size();
}

RowId RegionMatches::rowAt(std::size_t position) const
{
    const RegionMap& map = *m_state->regionMap();
    const std::size_t boxes = map.boxes().boxes().size();
    return position < boxes ? map.boxes().boxes()[position].row : map.bands().boxes()[position - boxes].row;
}

void RegionMatches::emitFound()
{
    const int by = std::exchange(m_find, 0);
    const auto map = m_state->regionMap();
    if (by == 0 || !map || !m_matches)
        return;
    const std::size_t step = by > 0 ? 1 : count() - 1; // to the next or the previous row
    std::size_t at = by > 0 ? count() - 1 : 0; // the search begins with the first or the last row
    for (std::size_t i = 0; i < count(); ++i)
        if (rowAt(i) == m_state->focus().pinned())
            at = i;
    for (std::size_t i = 0; i < count(); ++i) {
        at = (at + step) % count();
        const RowId row = rowAt(at);
        if (!(*m_matches)[row.index()])
            continue;
        emit found(row);
        return;
    }
}

void RegionMatches::forget()
{
    m_find = 0;
    show(nullptr);
    begin();
}

void RegionMatches::begin()
{
    m_timer.stop();
    m_asked = 0;
    m_isStale = m_state->regionMap() && !m_state->filter().isEmpty();
    if (!m_isStale)
        show(nullptr);
    else if (m_isWanted)
        look(kSliceMs);
}

void RegionMatches::look(qint64 ms)
{
    if (m_asked == 0)
        m_next.assign(m_state->view()->rows.count, true);
    QElapsedTimer slice;
    slice.start();
    while (m_asked < count() && (m_asked % kLookAtClock != 0 || slice.elapsed() < ms)) {
        const RowId row = rowAt(m_asked);
        m_next[row.index()] = m_state->filter().matches(row);
        ++m_asked;
    }
    if (m_asked < count()) {
        if (!m_timer.isActive())
            m_timer.start(0, this);
        return;
    }
    m_timer.stop();
    m_isStale = false;
    show(std::make_shared<const std::vector<bool>>(std::exchange(m_next, {})));
    emitFound();
}

/// Emits changed() only if the matches differ: a filter that depends on the cursor may have the same result at the next
/// step.
void RegionMatches::show(std::shared_ptr<const std::vector<bool>> matches)
{
    if (matches == m_matches || (matches && m_matches && *matches == *m_matches))
        return;
    m_matches = std::move(matches);
    emit changed();
}

void RegionMatches::timerEvent(QTimerEvent* event)
{
    if (event->timerId() == m_timer.timerId())
        look(kSliceMs);
    else
        QObject::timerEvent(event);
}

} // namespace tidemark::ui
