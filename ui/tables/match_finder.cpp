#include "ui/tables/match_finder.h"

#include <QTimer>

#include <algorithm>

namespace tidemark::ui {

MatchFinder::MatchFinder(ViewState* state, QObject* parent)
    : QObject(parent)
    , m_state(state)
{
    connect(state, &ViewState::changedForModels, this, [this](Aspects changed) {
        if (changed & Aspect::View)
            m_births.clear();
        if (changed & (Aspect::View | Aspect::Cursor | Aspect::Filter))
            forget();
    });
}

void MatchFinder::forget()
{
    ++m_search;
    m_by = 0;
    m_left = 0;
    m_found.reset();
}

void MatchFinder::reorder()
{
    const View& view = *m_state->view();
    m_firstBirth.assign(view.axis.count + 1U, 0);
    for (std::size_t i = 0; i < view.rows.count; ++i)
        ++m_firstBirth[view.rows.start[RowId::at(i)].index() + 1];
    for (std::size_t step = 1; step < m_firstBirth.size(); ++step)
        m_firstBirth[step] += m_firstBirth[step - 1];
    m_births.resize(view.rows.count);
    std::vector<std::uint32_t> next = m_firstBirth;
    for (std::size_t i = 0; i < view.rows.count; ++i)
        m_births[next[view.rows.start[RowId::at(i)].index()]++] = static_cast<std::uint32_t>(i);
}

void MatchFinder::search(int by)
{
    if (by == m_by) {
        if (!isSearching())
            emit finished();
        return;
    }
    forget();
    m_by = by;
    if (m_state->isEmpty() || m_state->view()->rows.count == 0) {
        emit finished();
        return;
    }
    if (m_births.empty())
        reorder();
    const auto count = static_cast<std::uint32_t>(m_births.size());
    const std::uint32_t first = m_firstBirth[m_state->cursor().index() + (by < 0 ? 1U : 0U)];
    m_next = by < 0 ? (first + count - 1) % count : first % count;
    m_left = count;
    lookOn();
}

void MatchFinder::lookOn()
{
    const Rows& rows = m_state->view()->rows;
    const auto count = static_cast<std::uint32_t>(m_births.size());
    for (std::uint32_t looks = 0; m_left > 0 && looks < kSlice; ++looks, --m_left) {
        const RowId row(m_births[m_next]);
        m_next = (m_next + (m_by < 0 ? count - 1 : 1)) % count;
        if (rows.start[row] < rows.end[row] && m_state->filter().matches(row)) {
            m_found = row;
            m_left = 0;
            break;
        }
    }
    if (m_left == 0) {
        emit finished();
        return;
    }
    QTimer::singleShot(0, this, [this, search = m_search] {
        if (search == m_search)
            lookOn();
    });
}

} // namespace tidemark::ui
