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
    Command{.name = "modules", .help = "list the modules of every file and their peaks", .run = runModules},
    Command{
        .name = "summary", .help = "the figures of one module and memory space", .run = runSummary, .hasDevice = true},
    Command{.name = "timeline", .help = "the level after every step of the program order", .run = runTimeline},
    Command{.name = "buffers", .help = "the buffers live at a step", .run = runBuffers, .rows = RowOptions::All},
    Command{.name = "gaps",
            .help = "what is free between the buffers at a step, and where",
            .run = runGaps,
            .rows = RowOptions::Step},
    Command{.name = "compare",
            .help = "what changed from A to B: two programs, or two steps of one",
            .run = runCompare,
            .rows = RowOptions::Step,
            .takes = Takes::TwoPrograms,
            .hasDevice = true},
    Command{.name = "memory-viewer",
            .help = "the JSON that XProf's memory_viewer answers",
            .run = runMemoryViewer,
            .hasFormats = false},
    Command{.name = "check",
            .help = "sanity checks of every module and space; exit status 1 if one fails",
            .run = runCheck},
    Command{.name = "attribution",
            .help = "what the memory of every worker is of, and which worker differs",
            .run = runAttribution,
            .rows = RowOptions::Attribution},
    Command{.name = "advise",
            .help = "what would need less memory, each with the bytes that it saves",
            .run = runAdvise,
            .hasDevice = true},
    Command{.name = "oom",
            .help = "the reports of memory that ran out in logs; - reads standard input",
            .run = runOom,
            .takes = Takes::Texts},
    Command{.name = "record",
            .help = "run a command so that its memory can be seen afterwards",
            .run = runRecord,
            .hasFormats = false,
            .takes = Takes::ACommand},
    Command{.name = "tt-train",
            .help = "what tt-train's memory tracker says in a log: model, optimizer, activations, gradients, peak",
            .run = runTtTrain,
            .takes = Takes::ATrainingLog},
    Command{.name = "tt-xla",
            .help = "write the lists of tt-xla's memory profiler from a log, or from a command that is run",
            .run = runTtXla,
            .hasFormats = false,
            .takes = Takes::AProfilerRun},
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
