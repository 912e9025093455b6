#pragma once

#include "core/oom/report.h"

#include <deque>
#include <functional>
#include <map>
#include <tuple>

namespace tidemark::oom {

/// Returns whether two reports of one log are about the same event. All that both state must agree: rank, code, module,
/// device, memory, amounts, figures, allocations and the words of one form. They must share an amount, have the same
/// text, or be of one form and one of them without amounts. Kinds must be equal, except that an allocator's dump and
/// the error of the same request on a GPU are one event.
bool isSameEvent(const Report& a, const Report& b);

/// Merges the reports of the same event into one report, with the number of times that it was logged. Programs often
/// log an error, then an exception, then a traceback with the same message. The report that states most is kept. The
/// last reports of a rank are compared with as many reports of the same rank before them: A, A is one event, and A, B,
/// A, B are two events that were logged twice. After another failure, an equal message alone is a new event: A, B, A
/// are three. kMostHeld reports are held.
///
/// Programs log their memory again and again. Of the reports of Kind::State with equal form, rank, device and
/// memory, the one with most memory is kept; kMostStates are held, and more are passed on at once.
class EventMerger
{
public:
    static constexpr std::size_t kMostHeld = 64;
    static constexpr std::size_t kMostHeldBytes = std::size_t{64} << 20;
    static constexpr std::size_t kMostStates = 1000;

    /// `found` gets each failure once, in the order of the lines at which the kept reports start, then the states.
    explicit EventMerger(std::function<void(Report)> found)
        : m_found(std::move(found))
    { }

    /// Adds the next report of the log.
    void add(Report report);
    /// Passes on all reports that are still held.
    void finish();

private:
    void mergeRepetition(const std::string& rank);
    void merge(Report& earlier, Report& later);
    void passOnFirst();
    void addState(Report report);

    std::function<void(Report)> m_found;
    std::deque<Report> m_held;
    std::size_t m_heldBytes = 0;
    std::map<std::tuple<std::string_view, std::string, std::string, std::string>, Report>
        m_states; // by form, rank, device, memory
};

} // namespace tidemark::oom
