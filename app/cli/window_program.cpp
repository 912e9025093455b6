#include "app/cli/window_program.h"

#include "app/cli/record/recorded_process.h"
#include "core/base/text.h"
#include "core/system/own_process.h"
#include "core/system/pipe.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <iostream>
#include <sys/wait.h>
#include <unistd.h>

namespace tidemark::cli {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMostOutput = std::size_t{64} << 10;

/// Replaces this process with the window's program. Standard input and output go to /dev/null. Returns only if the
/// program cannot be started.
void becomeWindow(const std::string& program, const std::vector<std::string>& arguments)
{
    std::vector<char*> all = {const_cast<char*>(program.c_str())};
    for (const std::string& argument : arguments)
        all.push_back(const_cast<char*>(argument.c_str()));
    all.push_back(nullptr);
    const int nowhere = ::open("/dev/null", O_RDWR | O_CLOEXEC);
    ::dup2(nowhere, STDIN_FILENO);
    ::dup2(nowhere, STDOUT_FILENO);
    ::execvp(program.c_str(), all.data());
}

/// Reads all output and keeps up to kMostOutput bytes.
std::string readAll(int from)
{
    std::string output;
    std::array<char, 4096> block;
    for (;;) {
        const ssize_t count = ::read(from, block.data(), block.size());
        if (count < 0 && errno == EINTR)
            continue;
        if (count <= 0)
            return output;
        output.append(block.data(), std::min(static_cast<std::size_t>(count), kMostOutput - output.size()));
    }
}

/// The error line without the program name. Warnings stand above it.
std::string faultIn(const std::string& output)
{
    constexpr std::string_view kOwn = "tidemark: ";
    const std::size_t at = output.rfind(std::string(kOwn));
    std::string fault = output.substr(at == std::string::npos ? 0 : at + kOwn.size());
    while (fault.ends_with('\n'))
        fault.pop_back();
    return fault;
}

} // namespace

std::string windowProgram()
{
    std::error_code error;
    const fs::path own = sys::ownProgram();
    const fs::path neighbour = own.parent_path() / "tidemark";
    return !own.empty() && fs::exists(neighbour, error) ? neighbour.string() : "tidemark";
}

void openWindow(const std::vector<std::string>& paths)
{
    const std::string program = windowProgram();
    const pid_t child = ::fork();
    if (child < 0)
        std::cerr << "tidemark-cli: the window cannot be started.\n";
    if (child != 0)
        return;
    ::setsid();
    becomeWindow(program, paths);
    std::cerr << "tidemark-cli: cannot start " << printable(program) << ". Install the window, or open "
              << printable(paths.front()) << " elsewhere.\n";
    ::_exit(kNotStarted);
}

Result<void> drawByWindow(const std::vector<std::string>& arguments)
{
    const std::string program = windowProgram();
    const auto failed = [&](const std::string& why) {
        return Error{ErrorKind::Unsupported, "cannot run " + program + ", which draws PNG: " + why, std::nullopt};
    };
    std::array<int, 2> errors{};
    if (!sys::makePipe(errors))
        return failed(std::strerror(errno));
    const pid_t child = ::fork();
    if (child == 0) {
        ::dup2(errors[1], STDERR_FILENO);
        becomeWindow(program, arguments);
        ::_exit(kNotStarted);
    }
    const int fault = errno;
    ::close(errors[1]);
    const std::string output = child < 0 ? std::string() : readAll(errors[0]);
    ::close(errors[0]);
    if (child < 0)
        return failed(std::strerror(fault));
    int status = 0;
    while (::waitpid(child, &status, 0) < 0 && errno == EINTR) { }
    if (WIFEXITED(status) && WEXITSTATUS(status) == 0)
        return {};
    if (WIFEXITED(status) && WEXITSTATUS(status) == kNotStarted)
        return failed("it is neither in the folder of this program nor in PATH. Install the window, or choose "
                      "a picture FILE.svg.");
    return Error{ErrorKind::Unsupported, output.empty() ? program + " failed" : faultIn(output), std::nullopt};
}

} // namespace tidemark::cli
