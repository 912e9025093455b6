#pragma once

#include <array>
#include <csignal>
#include <optional>
#include <vector>

namespace tidemark::sys {

/// Takes signals of this process, so that a loop over descriptors can wait for them. One queue exists at a time.
class SignalQueue
{
public:
    struct Signal {
        int number = 0;
        bool isOfSystem = false; // sent by the system, as for a key of the terminal, and by no process
    };

    /// From now on these signals come only here.
    explicit SignalQueue(const std::vector<int>& signals);
    ~SignalQueue();
    SignalQueue(const SignalQueue&) = delete;
    SignalQueue& operator=(const SignalQueue&) = delete;

    /// False, with errno set, if the system refused.
    bool isOpen() const { return m_descriptor >= 0; }
    /// Can be read when a signal has come. For poll().
    int descriptor() const { return m_descriptor; }
    /// The next signal, or nothing.
    std::optional<Signal> next();
    /// Gives a new process, after fork(), the signals that this one had before.
    void restoreInChild() const;

private:
    sigset_t m_before = {};
    int m_descriptor = -1;
#if !defined(__linux__)
    std::array<int, 2> m_pipe = {-1, -1};
    std::vector<std::pair<int, struct sigaction>> m_actions; // those before
#endif
};

} // namespace tidemark::sys
