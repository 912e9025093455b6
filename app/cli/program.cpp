#include "app/cli/program.h"

#include "app/cli/commands.h"
#include "app/cli/input_output.h"

#include <array>
#include <exception>
#include <iostream>
#include <new>

namespace tidemark::cli {
namespace {

constexpr std::array kCommands = {
    Command{"modules", "list the modules of every file and their peaks", runModules},
    Command{"summary", "the figures of one module and memory space", runSummary, true, RowOptions::None,
            Takes::Programs, true},
    Command{"timeline", "the level after every step of the program order", runTimeline},
    Command{"buffers", "the buffers live at a step", runBuffers, true, RowOptions::All},
    Command{"gaps", "what is free between the buffers at a step, and where", runGaps, true, RowOptions::Step},
    Command{"compare", "what changed from A to B: two programs, or two steps of one", runCompare, true,
            RowOptions::Step, Takes::TwoPrograms, true},
    Command{"memory-viewer", "the JSON that XProf's memory_viewer answers", runMemoryViewer, false},
    Command{"check", "sanity checks of every module and space; exit status 1 if one fails", runCheck},
    Command{"attribution", "what the memory of every worker is of, and which worker differs", runAttribution, true,
            RowOptions::Attribution},
    Command{"advise", "what would need less memory, each with the bytes that it saves", runAdvise, true,
            RowOptions::None, Takes::Programs, true},
    Command{"oom", "the reports of memory that ran out in logs; - reads standard input", runOom, true, RowOptions::None,
            Takes::Texts},
    Command{"record", "run a command so that its memory can be seen afterwards", runRecord, false, RowOptions::None,
            Takes::ACommand},
    Command{"tt-train", "what tt-train's memory tracker says in a log: model, optimizer, activations, gradients, peak",
            runTtTrain, true, RowOptions::None, Takes::ATrainingLog},
    Command{"tt-xla", "write the lists of tt-xla's memory profiler from a log, or from a command that is run", runTtXla,
            false, RowOptions::None, Takes::AProfilerRun},
};

int runCommand(int argc, const char* const* argv, const DocumentKinds& kinds)
{
    ParsedOptions parsed = parseOptions(argc, argv, kCommands, kinds);
    if (parsed.isDone)
        return parsed.exitStatus;
    try {
        return parsed.options.command->run(parsed.options);
    } catch (const std::bad_alloc&) {
        std::cerr << "tidemark-cli: not enough memory for this module.\n";
    } catch (const std::exception& error) {
        std::cerr << "tidemark-cli: " << error.what() << '\n';
    }
    return kUnusable;
}

} // namespace

int run(int argc, const char* const* argv, const DocumentKinds& kinds)
{
    const int status = runCommand(argc, argv, kinds);
    if (std::cout.flush())
        return status;
    return fail(
        {ErrorKind::Io,
         "Standard output could not be written completely: is the disk full? --output FILE keeps an older file on errors.",
         std::nullopt});
}

} // namespace tidemark::cli
