#include "ui/state/found_rows.h"

#include "ui/state/view_state.h"

#include <QTimer>

#include <algorithm>
#include <utility>

namespace tidemark::ui {

FoundRows::FoundRows(const ViewState* state, QObject* parent)
    : QObject(parent)
    , m_state(state)
{
    connect(state, &ViewState::changed, this, [this](Aspects changed) {
        if (changed & (Aspect::View | Aspect::Filter))
            restart();
    });
    restart();
}

void FoundRows::restart()
{
    ++m_search;
    m_next = 0;
    m_found.clear();
    const bool hadRows = !m_rows.empty();
    m_rows.clear();
    const Filter& filter = m_state->filter();
    const bool isWanted = !m_state->isEmpty() && !filter.text().isEmpty() && !filter.isAtCursor();
    if (isWanted)
        lookOn();
    if (hadRows && m_rows.empty())
        emit changed();
}

void FoundRows::lookOn()
{
    const Rows& rows = m_state->view()->rows;
    const auto count = static_cast<std::uint32_t>(rows.count);
    const std::uint32_t end = std::min(count, m_next + kSlice);
    for (; m_next < end; ++m_next)
        if (const RowId row(m_next); rows.start[row] < rows.end[row] && m_state->filter().matches(row))
            m_found.push_back(row);
    if (m_next < count) {
        QTimer::singleShot(0, this, [this, search = m_search] {
            if (search == m_search)
                lookOn();
        });
        return;
    }
    m_rows = std::exchange(m_found, {});
    if (!m_rows.empty())
        emit changed();
}

} // namespace tidemark::ui
