#pragma once

#include "app/cli/record/environment.h"
#include "core/devices/device_table.h"
#include "core/report/table.h"
#include "core/view/choice.h"
#include "core/view/document_kind.h"

#include <span>
#include <string>
#include <vector>

namespace tidemark::cli {

struct Options;

/// What a command takes besides what all have.
enum class RowOptions {
    None,
    Step,
    All, // a step, an order, a limit
    Attribution, // a step, rules
};

/// What stands behind the name of a command.
enum class Takes {
    Programs, // files and folders, and what chooses of them
    TwoPrograms, // that are compared
    Texts, // logs
    ACommand, // that is run
    ATrainingLog, // and what is known of the model
    AProfilerRun, // a log, or a command that writes one
};

/// What the command line offers under a name.
struct Command {
    const char* name;
    const char* help;
    int (*run)(const Options& options); // returns the exit status
    bool hasFormats = true; // else JSON alone
    RowOptions rows = RowOptions::None;
    Takes takes = Takes::Programs;
    bool hasDevice = false; // whether --device changes what it answers
};

/// What is asked about a training log, in bytes; absent: not said.
struct TrainingOptions {
    std::string log;
    std::optional<double> deviceMemory;
    std::optional<double> modelSize;
    std::optional<double> optimizerSize;
    std::optional<double> gradientsSize;
    bool wantsPicture = false;
    bool usesActualSizes = false;
    std::string title; // of the picture
    std::string picture = "memory_peak_visualization.png";
};

/// What is compared, and what of B is not as of A; empty: as of A.
struct ComparisonOptions {
    std::string a;
    std::string b;
    std::string program;
    std::string at;
    std::optional<std::int64_t> failAbove; // bytes by which the peak of B may be above that of A
};

/// What a command line asks for, as given; meaning is checked by the commands.
struct Options {
    const Command* command = nullptr; // not null once parsed
    std::vector<std::string> paths;
    DocumentKinds kinds; // that can be opened
    Choice choice;
    const Device* device = nullptr;
    std::string at = "peak";
    std::string sort; // "program", "size"; empty: as the format has it
    std::optional<std::uint64_t> limit; // rows
    std::optional<std::int64_t> history; // of the buffer with this id
    std::string rules; // a file, or "seed-004"; empty: the built-in ones
    std::string output;
    std::vector<std::string> recorded; // the words of the command to run
    RecordKind recordKind = RecordKind::Xla;
    std::string recordFolder = "tidemark-recordings"; // below which the new folder goes
    bool isOpened = false; // what was recorded, in the window
    bool isOnlyRecorded = false; // without a word on what is in it
    TrainingOptions training;
    ComparisonOptions comparison;
    std::string profilerLog; // to be analysed; empty: that of the command
    std::string visualized; // folder or file of a run, of which a page is to be made; empty: none
    std::string profilerFolder; // below which the new folder goes; empty: not said
    TableFormat format = TableFormat::Text;
};

/// Wrong usage and --help end here: `exitStatus` is set and the text has been printed.
struct ParsedOptions {
    Options options;
    bool isDone = false;
    int exitStatus = 0;
};

/// `commands` must outlive the result. Prints help, version and usage errors itself.
ParsedOptions parseOptions(int argc, const char* const* argv, std::span<const Command> commands,
                           const DocumentKinds& kinds);

} // namespace tidemark::cli
