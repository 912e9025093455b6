#pragma once

#include "core/oom/message.h"

#include <deque>
#include <functional>
#include <map>
#include <tuple>

namespace tidemark::oom {

/// Returns whether two messages of one log are about the same event. All that both state must agree: rank, code,
/// module, device, memory, amounts, figures, allocations and the words of one form. They must share an amount, have the
/// same text, or be of one form and one of them without amounts. Kinds must be equal, except that an allocator's dump
/// and the error of the same request on a GPU are one event.
bool isSameEvent(const Message& a, const Message& b);

/// Merges the messages of the same event into one message, with the number of times that it was logged. Programs often
/// log an error, then an exception, then a traceback with the same message. The message that states most is kept. The
/// last messages of a rank are compared with as many messages of the same rank before them: A, A is one event, and A,
/// B, A, B are two events that were logged twice. After another failure, an equal message alone is a new event: A, B, A
/// are three. kMostHeld messages are held.
///
/// Programs log their memory again and again. Of the messages of Kind::State with equal form, rank, device and
/// memory, the one with most memory is kept; kMostStates are held, and more are passed on at once.
class EventMerger
{
public:
    static constexpr std::size_t kMostHeld = 64;
    static constexpr std::size_t kMostHeldBytes = std::size_t{64} << 20;
    static constexpr std::size_t kMostStates = 1000;

    /// `found` gets each failure once, in the order of the lines at which the kept messages start, then the states.
    explicit EventMerger(std::function<void(Message)> found)
        : m_found(std::move(found))
    { }

    /// Adds the next message of the log.
    void add(Message message);
    /// Passes on all messages that are still held.
    void finish();

private:
    void mergeRepetition(const std::string& rank);
    void merge(Message& earlier, Message& later);
    void passOnFirst();
    void addState(Message message);

    std::function<void(Message)> m_found;
    std::deque<Message> m_held;
    std::size_t m_heldBytes = 0;
    std::map<std::tuple<std::string_view, std::string, std::string, std::string>, Message>
        m_states; // by form, rank, device, memory
};

} // namespace tidemark::oom
