#include "app/cli/record/recorded_process.h"

#include "core/files/system_error.h"
#include "core/system/own_process.h"
#include "core/system/pipe.h"
#include "core/system/signal_queue.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <optional>
#include <poll.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>
#include <utility>

namespace tidemark::cli {
namespace {

class Descriptor
{
public:
    explicit Descriptor(int number = -1)
        : m_number(number)
    { }
    Descriptor(Descriptor&& other) noexcept
        : m_number(std::exchange(other.m_number, -1))
    { }
    Descriptor& operator=(Descriptor&& other) noexcept
    {
        std::swap(m_number, other.m_number);
        return *this;
    }
    Descriptor(const Descriptor&) = delete;
    Descriptor& operator=(const Descriptor&) = delete;
    ~Descriptor() { close(); }

    void close()
    {
        if (m_number >= 0)
            ::close(std::exchange(m_number, -1));
    }
    bool isOpen() const { return m_number >= 0; }
    int number() const { return m_number; }

private:
    int m_number;
};

constexpr int kMostReads = 256;

/// Returns errno, or 0 if everything is written.
int writeAll(int to, const char* data, std::size_t size)
{
    while (size > 0) {
        const ssize_t written = ::write(to, data, size);
        if (written < 0 && errno == EAGAIN) { // the terminal is shared: another process may have made it non-blocking
            pollfd ready{to, POLLOUT, 0};
            ::poll(&ready, 1, -1);
        } else if (written < 0 && errno != EINTR) {
            return errno;
        } else if (written > 0) {
            data += written;
            size -= static_cast<std::size_t>(written);
        }
    }
    return 0;
}

bool isSame(int a, int b)
{
    struct stat one = {};
    struct stat other = {};
    return ::fstat(a, &one) == 0 && ::fstat(b, &other) == 0 && one.st_dev == other.st_dev && one.st_ino == other.st_ino;
}

/// The stream that the command writes to, and its reading end here.
struct Channel {
    Descriptor read;
    Descriptor write;
    int to = -1; // descriptor of this process
};

bool makePipe(Channel& channel)
{
    std::array<int, 2> ends{};
    if (!sys::makePipe(ends))
        return false;
    channel.read = Descriptor(ends[0]);
    channel.write = Descriptor(ends[1]);
    return true;
}

/// Opens a pseudo terminal that passes text unchanged, because the real terminal behind it processes it.
bool makeTerminal(Channel& channel)
{
    channel.read = Descriptor(::posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC));
    std::array<char, 128> name{};
    if (!channel.read.isOpen() || ::grantpt(channel.read.number()) != 0 || ::unlockpt(channel.read.number()) != 0
        || ::ptsname_r(channel.read.number(), name.data(), name.size()) != 0)
        return false;
    channel.write = Descriptor(::open(name.data(), O_RDWR | O_NOCTTY | O_CLOEXEC));
    termios mode = {};
    if (!channel.write.isOpen() || ::tcgetattr(channel.write.number(), &mode) != 0)
        return false;
    ::cfmakeraw(&mode);
    return ::tcsetattr(channel.write.number(), TCSANOW, &mode) == 0;
}

void copySize(const Channel& channel)
{
    winsize size = {};
    if (channel.read.isOpen() && ::ioctl(channel.to, TIOCGWINSZ, &size) == 0)
        ::ioctl(channel.read.number(), TIOCSWINSZ, &size);
}

/// Opens channels for output and errors. If both go to the same place, they share one channel, so that their order
/// stays.
Result<void> openChannels(std::vector<Channel>& channels)
{
    for (const int to : {STDOUT_FILENO, STDERR_FILENO}) {
        if (!channels.empty() && isSame(STDOUT_FILENO, STDERR_FILENO))
            break;
        Channel channel;
        channel.to = to;
        if (!(::isatty(to) == 1 ? makeTerminal(channel) : makePipe(channel)))
            return systemError("the command's output", "cannot be taken");
        copySize(channel);
        channels.push_back(std::move(channel));
    }
    return {};
}

/// Becomes the command in the new process. Never returns. The command ends with the recorder `parent`: a command whose
/// output nobody takes would hold the device for nothing.
[[noreturn]] void becomeCommand(const std::vector<std::string>& command, const Environment& added,
                                const std::vector<Channel>& channels, const sys::SignalQueue& signals, int faults,
                                pid_t parent)
{
    if (!sys::endWithParent(parent))
        ::_exit(kNotStarted);
    ::dup2(channels.front().write.number(), STDOUT_FILENO);
    ::dup2(channels.back().write.number(), STDERR_FILENO);
    signals.restoreInChild();
    for (const auto& [name, value] : added)
        ::setenv(name.c_str(), value.c_str(), 1);
    std::vector<char*> words;
    for (const std::string& word : command)
        words.push_back(const_cast<char*>(word.c_str())); // execvp does not modify the words
    words.push_back(nullptr);
    ::execvp(words.front(), words.data());
    const int fault = errno;
    writeAll(faults, reinterpret_cast<const char*>(&fault), sizeof fault);
    ::_exit(kNotStarted);
}

/// Copies the output of the channels and passes on signals until the command ends.
class Relay
{
public:
    Relay(pid_t child, std::vector<Channel> channels, int log, sys::SignalQueue& signals)
        : m_child(child)
        , m_channels(std::move(channels))
        , m_log(log)
        , m_signals(signals)
    { }

    void run()
    {
        while (!m_status)
            wait(-1);
        // After the command ends, the rest of its output is in a buffer of the system, which holds at most this much.
        // Processes that the command left behind are not waited for.
        for (int i = 0; i < kMostReads && wait(0); ++i) { }
    }
    int status() const { return *m_status; }
    const std::string& logFault() const { return m_logFault; }

private:
    /// Returns false if nothing came in `timeout` milliseconds. −1 waits without limit.
    bool wait(int timeout)
    {
        std::vector<pollfd> sources{{m_signals.descriptor(), POLLIN, 0}};
        for (const Channel& channel : m_channels)
            sources.push_back({channel.read.number(), POLLIN, 0}); // poll() skips a closed descriptor
        if (::poll(sources.data(), sources.size(), timeout) <= 0)
            return false;
        for (std::size_t i = 0; i < m_channels.size(); ++i)
            if (sources[i + 1].revents != 0)
                copyFrom(m_channels[i]);
        if (sources.front().revents != 0)
            takeSignals();
        return true;
    }

    void copyFrom(Channel& channel)
    {
        std::array<char, 65536> data;
        const ssize_t size = ::read(channel.read.number(), data.data(), data.size());
        if (size < 0 && errno == EINTR)
            return;
        if (size <= 0) { // reading a terminal fails if its other end is closed
            channel.read.close();
            return;
        }
        const auto length = static_cast<std::size_t>(size);
        if (const int fault = m_logFault.empty() ? writeAll(m_log, data.data(), length) : 0)
            m_logFault = std::strerror(fault);
        if (writeAll(channel.to, data.data(), length) != 0)
            channel.read.close();
    }

    void takeSignals()
    {
        while (const auto signal = m_signals.next())
            take(*signal);
    }

    void take(const sys::SignalQueue::Signal& signal)
    {
        if (signal.number == SIGCHLD) {
            int status = 0;
            if (::waitpid(m_child, &status, WNOHANG) == m_child)
                m_status = WIFSIGNALED(status) ? kOfSignal + WTERMSIG(status) : WEXITSTATUS(status);
        } else if (signal.number == SIGWINCH) {
            for (const Channel& channel : m_channels)
                copySize(channel);
        } else if (signal.number != SIGPIPE && !signal.isOfSystem && !m_status) {
            ::kill(m_child, signal.number); // terminal signals reach both processes already
        }
    }

    pid_t m_child;
    std::vector<Channel> m_channels;
    int m_log;
    sys::SignalQueue& m_signals;
    std::optional<int> m_status;
    std::string m_logFault;
};

} // namespace

Result<Ending> runRecorded(const std::vector<std::string>& command, const Environment& added, int log)
{
    std::vector<Channel> channels;
    if (const auto done = openChannels(channels); !done)
        return done.error();
    Channel faults;
    sys::SignalQueue signals({SIGINT, SIGQUIT, SIGTERM, SIGHUP, SIGUSR1, SIGUSR2, SIGWINCH, SIGCHLD, SIGPIPE});
    if (!signals.isOpen() || !makePipe(faults))
        return systemError(command.front(), "cannot be run");
    const pid_t self = ::getpid();
    const pid_t child = ::fork();
    if (child < 0)
        return systemError(command.front(), "cannot be run");
    if (child == 0)
        becomeCommand(command, added, channels, signals, faults.write.number(), self);
    for (Channel& channel : channels)
        channel.write.close();
    faults.write.close();
    int fault = 0;
    const bool isFault = ::read(faults.read.number(), &fault, sizeof fault) == sizeof fault;
    Relay relay(child, std::move(channels), log, signals);
    relay.run();
    return Ending{child, relay.status(), isFault ? std::strerror(fault) : "", relay.logFault()};
}

} // namespace tidemark::cli
