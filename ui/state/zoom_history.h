#pragma once

#include <QDateTime>

#include <cstddef>
#include <utility>
#include <vector>

namespace tidemark::ui {

/// The places that were visible before the current one, and those that back() has left. A place is a value with ==.
template <class Place>
class ZoomHistory
{
public:
    /// Changes that follow each other within `mergeMs` milliseconds are one entry, because one turn of the wheel is one
    /// zoom. 0: each change is an entry.
    explicit ZoomHistory(qint64 mergeMs = 500)
        : m_mergeMs(mergeMs)
    { }

    /// Records the change from `now` to `next`. A change to the place that back() or forward() would return is the same
    /// as calling that function. Charts with histories of their own then undo a common change at once.
    void record(const Place& now, const Place& next)
    {
        if (canGoBack() && m_back.back() == next) {
            back(now);
            return;
        }
        if (canGoForward() && m_forward.back() == next) {
            forward(now);
            return;
        }
        const qint64 time = QDateTime::currentMSecsSinceEpoch();
        if (m_back.empty() || m_mergeMs == 0 || time - m_lastMs > m_mergeMs)
            m_back.push_back(now);
        if (m_back.size() > kEntries)
            m_back.erase(m_back.begin());
        m_lastMs = time;
        m_forward.clear();
    }

    bool canGoBack() const { return !m_back.empty(); }
    bool canGoForward() const { return !m_forward.empty(); }
    /// Returns the place before `now`, or `now` if there is none.
    Place back(const Place& now) { return move(now, m_back, m_forward); }
    Place forward(const Place& now) { return move(now, m_forward, m_back); }

    void clear()
    {
        m_back.clear();
        m_forward.clear();
        m_lastMs = 0;
    }

private:
    static constexpr std::size_t kEntries = 100;

    Place move(const Place& now, std::vector<Place>& from, std::vector<Place>& to)
    {
        if (from.empty())
            return now;
        to.push_back(now);
        Place place = std::move(from.back());
        from.pop_back();
        m_lastMs = 0;
        return place;
    }

    std::vector<Place> m_back;
    std::vector<Place> m_forward;
    qint64 m_mergeMs;
    qint64 m_lastMs = 0;
};

} // namespace tidemark::ui
