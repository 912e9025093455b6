#include "app/cli/commands.h"
#include "app/cli/session.h"
#include "core/files/open_limit.h"

#include <array>
#include <exception>
#include <iostream>
#include <new>
#include <string_view>

namespace {

struct Command {
    std::string_view name;
    int (*run)(const tidemark::cli::Options&);
};

constexpr std::array kCommands = {
    Command{"modules", tidemark::cli::runModules},
    Command{"summary", tidemark::cli::runSummary},
    Command{"timeline", tidemark::cli::runTimeline},
    Command{"buffers", tidemark::cli::runBuffers},
    Command{"memory-viewer", tidemark::cli::runMemoryViewer},
    Command{"check", tidemark::cli::runCheck},
};

} // namespace

int main(int argc, char** argv)
{
    std::ios::sync_with_stdio(false);
    tidemark::raiseOpenFileLimit();
    const tidemark::cli::ParsedOptions parsed = tidemark::cli::parseOptions(argc, argv);
    if (parsed.isDone)
        return parsed.exitStatus;
    try {
        for (const Command& command : kCommands)
            if (command.name == parsed.options.command)
                return command.run(parsed.options);
    } catch (const std::bad_alloc&) {
        std::cerr << "tidemark-cli: not enough memory for this module.\n";
    } catch (const std::exception& error) {
        std::cerr << "tidemark-cli: " << error.what() << '\n';
    }
    return tidemark::cli::kUnusable;
}
