#include "core/system/signal_queue.h"

#include <cerrno>
#include <fcntl.h>
#include <unistd.h>

#if defined(__linux__)
#include <sys/signalfd.h>
#else
#include "core/system/pipe.h"
#endif

namespace tidemark::sys {

#if defined(__linux__)

SignalQueue::SignalQueue(const std::vector<int>& signals)
{
    sigset_t set;
    sigemptyset(&set);
    for (const int signal : signals)
        sigaddset(&set, signal);
    ::sigprocmask(SIG_BLOCK, &set, &m_before);
    m_descriptor = ::signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK);
}

SignalQueue::~SignalQueue()
{
    if (isOpen())
        ::close(m_descriptor);
    restoreInChild();
}

std::optional<SignalQueue::Signal> SignalQueue::next()
{
    signalfd_siginfo signal = {};
    if (::read(m_descriptor, &signal, sizeof signal) != sizeof signal)
        return std::nullopt;
    return Signal{static_cast<int>(signal.ssi_signo), signal.ssi_code == SI_KERNEL};
}

void SignalQueue::restoreInChild() const
{
    ::sigprocmask(SIG_SETMASK, &m_before, nullptr);
}

#else

namespace {

int handlerEnd = -1; // the end of the pipe that the handler writes to

/// Only calls what a handler may call. If the pipe is full, signals are waiting in it, and one more changes nothing.
void queueSignal(int number, siginfo_t* info, void* /*context*/)
{
    const int fault = errno;
    const SignalQueue::Signal signal{number, info->si_pid == 0};
    [[maybe_unused]] const ssize_t written = ::write(handlerEnd, &signal, sizeof signal);
    errno = fault;
}

} // namespace

SignalQueue::SignalQueue(const std::vector<int>& signals)
{
    ::sigprocmask(SIG_BLOCK, nullptr, &m_before);
    if (!makePipe(m_pipe))
        return;
    for (const int end : m_pipe)
        ::fcntl(end, F_SETFL, O_NONBLOCK);
    m_descriptor = m_pipe[0];
    handlerEnd = m_pipe[1];
    struct sigaction action = {};
    action.sa_sigaction = queueSignal;
    action.sa_flags = SA_SIGINFO | SA_RESTART;
    sigfillset(&action.sa_mask);
    for (const int signal : signals) {
        struct sigaction before = {};
        ::sigaction(signal, &action, &before);
        m_actions.emplace_back(signal, before);
    }
}

SignalQueue::~SignalQueue()
{
    restoreInChild();
    for (const int end : m_pipe)
        if (end >= 0)
            ::close(end);
}

std::optional<SignalQueue::Signal> SignalQueue::next()
{
    Signal signal;
    if (::read(m_descriptor, &signal, sizeof signal) != sizeof signal)
        return std::nullopt;
    return signal;
}

void SignalQueue::restoreInChild() const
{
    for (const auto& [signal, before] : m_actions)
        ::sigaction(signal, &before, nullptr);
}

#endif

} // namespace tidemark::sys
