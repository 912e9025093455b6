#include "app/cli/program.h"

#include "app/cli/commands.h"
#include "app/cli/input_output.h"
#include "core/base/text.h"
#include "core/files/inputs_kept.h"

#include <array>
#include <exception>
#include <iostream>
#include <new>

namespace tidemark::cli {
namespace {

// The first command is used if a path stands in the place of a command.
constexpr std::array kCommands = {
    Command{.name = "report",
            .help = "one screen: why the peak is there, what it is made of, what saves memory (the default command)",
            .examples = "  tidemark-cli report profile/\n"
                        "  tidemark-cli profile/ -m jit_train_step\n"
                        "  tidemark-cli train.log -f json",
            .run = runReport,
            .formats = Formats::TextAndJson,
            .hasDevice = true,
            .hasRules = true},
    Command{.name = "modules",
            .help = "list the modules of every file and their peaks",
            .examples = "  tidemark-cli modules profile/\n"
                        "  tidemark-cli modules dump/ -s hbm -f csv -o modules.csv",
            .run = runModules},
    Command{.name = "summary",
            .help = "the figures of one module and memory space",
            .examples = "  tidemark-cli summary profile/ -m jit_train_step\n"
                        "  tidemark-cli summary profile/ -d v5e -f json",
            .run = runSummary,
            .hasDevice = true,
            .hasRules = true},
    Command{.name = "buffers",
            .help = "the buffers that are live at a step",
            .examples = "  tidemark-cli buffers profile/ -n 20\n"
                        "  tidemark-cli buffers profile/ --group-by source\n"
                        "  tidemark-cli buffers profile/ --at all -f csv -o buffers.csv",
            .run = runBuffers,
            .rows = RowOptions::All,
            .hasRules = true},
    Command{.name = "advise",
            .help = "what would save memory, each with the bytes that it saves",
            .examples = "  tidemark-cli advise profile/ -m jit_train_step -d v5e\n"
                        "  tidemark-cli advise train.log",
            .run = runAdvise,
            .hasDevice = true,
            .hasRules = true},
    Command{.name = "compare",
            .help = "what changed from A to B: two programs, or two steps of one",
            .examples = "  tidemark-cli compare before/ after/ -m jit_train_step\n"
                        "  tidemark-cli compare baseline.json after/ --fail-above 5%\n"
                        "  tidemark-cli compare profile/ profile/ --at peak --at-b 200",
            .run = runCompare,
            .rows = RowOptions::Step,
            .takes = Takes::TwoPrograms,
            .hasDevice = true,
            .hasRules = true},
    Command{.name = "attribution",
            .help = "what the memory of every worker holds, and which worker differs",
            .examples = "  tidemark-cli attribution profile/\n"
                        "  tidemark-cli attribution profile/ -m jit_train_step --rules rules.json -f csv",
            .run = runAttribution,
            .rows = RowOptions::Step,
            .hasRules = true},
    Command{.name = "oom",
            .help = "the out-of-memory messages in logs",
            .examples = "  tidemark-cli oom train.log\n"
                        "  kubectl logs trainer-0 | tidemark-cli oom -",
            .run = runOom,
            .takes = Takes::Texts},
    Command{.name = "resident",
            .help = "whether several modules fit the device together, and what they need",
            .examples = "  tidemark-cli resident profile/ -d v5e\n"
                        "  tidemark-cli resident dump/ -m jit_prefill -m jit_decode -d h100",
            .run = runResident,
            .formats = Formats::TextAndJson,
            .takes = Takes::SeveralPrograms,
            .hasDevice = true},
    Command{.name = "timeline",
            .help = "the level after every step of the program order",
            .examples = "  tidemark-cli timeline profile/ -f csv -o curve.csv",
            .run = runTimeline},
    Command{.name = "gaps",
            .help = "the free ranges between the buffers at a step",
            .examples = "  tidemark-cli gaps profile/ --at 120",
            .run = runGaps,
            .rows = RowOptions::Step},
    Command{.name = "check",
            .help = "sanity checks of every module and space; exit status 1 if one fails",
            .examples = "  tidemark-cli check profile/",
            .run = runCheck},
    Command{.name = "memory-viewer",
            .help = "the JSON of XProf's memory_viewer",
            .examples = "  tidemark-cli memory-viewer profile/ -m jit_train_step -s 0",
            .run = runMemoryViewer,
            .formats = Formats::JsonAlone},
    Command{.name = "record",
            .help = "run a command and record its memory",
            .examples = "  tidemark-cli record -- python train.py\n"
                        "  tidemark-cli record --open --out recordings -- python train.py",
            .run = runRecord,
            .formats = Formats::JsonAlone,
            .takes = Takes::ACommand},
    Command{.name = "tt-train",
            .help = "what tt-train's memory tracker wrote to a log: model, optimizer, activations, gradients, peak",
            .examples = "  tidemark-cli tt-train train.log\n"
                        "  tidemark-cli tt-train train.log --visualize-peak -o peak.svg",
            .run = runTtTrain,
            .takes = Takes::ATrainingLog},
    Command{.name = "tt-xla",
            .help = "write the lists of tt-xla's memory profiler, from a log or from a command that it runs",
            .examples = "  tidemark-cli tt-xla run.log --out profiles\n"
                        "  tidemark-cli tt-xla -- python model.py",
            .run = runTtXla,
            .formats = Formats::JsonAlone,
            .takes = Takes::AProfilerRun},
};

int runCommand(int argc, const char* const* argv, const DocumentKinds& kinds)
{
    ParsedOptions parsed = parseOptions(argc, argv, kCommands, kinds);
    if (parsed.isDone)
        return parsed.exitStatus;
    const Options& options = parsed.options;
    for (const std::string& path : options.paths)
        inputsKept::addFolder(path);
    inputsKept::addFolder(options.comparison.a);
    inputsKept::addFolder(options.comparison.b);
    try {
        return options.command->run(options);
    } catch (const std::bad_alloc&) {
        std::cerr << "tidemark-cli: not enough memory for this module.\n";
    } catch (const std::exception& error) {
        std::cerr << "tidemark-cli: " << printable(error.what()) << '\n';
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
