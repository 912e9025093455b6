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

/// What a command takes besides what all commands take.
enum class RowOptions {
    None,
    Step,
    All, // a step, an order, a limit, a grouping
};

/// The arguments of a command.
enum class Takes {
    Programs, // files and folders, and options that choose among their programs
    TwoPrograms, // two of them, to be compared
    Texts, // logs
    ACommand, // a command to run, after --
    ATrainingLog, // a log, and sizes of the model
    AProfilerRun, // a log, or a command to run after --
};

/// The formats that a command writes.
enum class Formats { All, TextAndJson, JsonAlone };

/// A command of the command line.
struct Command {
    const char* name;
    const char* help;
    const char* examples; // lines for its --help
    int (*run)(const Options& options); // returns the exit status
    Formats formats = Formats::All;
    RowOptions rows = RowOptions::None;
    Takes takes = Takes::Programs;
    bool hasDevice = false; // whether --device changes the answer
    bool hasRules = false; // whether it shows categories
};

/// The sizes that a user states for a training log, in bytes; absent: not stated.
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

/// By how much a peak may grow.
struct Growth {
    std::int64_t bytes = 0;
    double percent = 0; // of the old peak
    bool isPercent = false;

    /// Whether a peak that was `before` has grown by more.
    bool isExceeded(std::int64_t before, std::int64_t after) const;
};

/// "40MiB", "5%" or a number of bytes. Absent: it is none of these.
std::optional<Growth> parseGrowth(const std::string& text);

/// What `compare` compares. Empty program and step of B: those of A.
struct ComparisonOptions {
    std::string a;
    std::string b;
    std::string program;
    std::string at;
    std::optional<Growth> failAbove; // by how much the peak of B may be above that of A
};

enum class ColourUse { Auto, Always, Never };

/// A command line, as given. The commands check what the values mean.
struct Options {
    const Command* command = nullptr; // not null once parsed
    std::vector<std::string> paths;
    DocumentKinds kinds; // that can be opened
    Choice choice;
    const Device* device = nullptr;
    std::string at = "peak";
    std::string sort; // "program", "size"; empty: the default of the format
    std::string groupBy; // "category", "op", "source", "shape", "opcode"; empty: every row
    std::optional<std::uint64_t> limit; // rows
    std::optional<std::int64_t> history; // the id of a buffer
    std::string rules; // a file, or "seed-004"; empty: the built-in ones
    std::string output;
    std::vector<std::string> recorded; // the words of the command to run
    std::vector<std::string> withoutDashes; // words where a command to run stands without -- before it
    RecordKind recordKind = RecordKind::Xla;
    std::string recordFolder = "tidemark-recordings"; // the parent of the new folder
    bool isOpened = false; // the recording, in the window
    bool isOnlyRecorded = false; // nothing is printed about the recording
    TrainingOptions training;
    ComparisonOptions comparison;
    std::string profilerLog; // to be analysed; empty: that of the command
    std::string visualized; // folder or file of a run that gets a page; empty: none
    std::string profilerFolder; // the parent of the new folder; empty: the default
    TableFormat format = TableFormat::Text;
    bool isWide = false; // lines of tables are not cut to the terminal
    ColourUse colour = ColourUse::Auto;
};

/// Wrong usage and --help end here: `exitStatus` is set and the text has been printed.
struct ParsedOptions {
    Options options;
    bool isDone = false;
    int exitStatus = 0;
};

/// `commands` must outlive the result; the first is meant where a path stands in place of a command. Prints help, the
/// version and usage errors.
ParsedOptions parseOptions(int argc, const char* const* argv, std::span<const Command> commands,
                           const DocumentKinds& kinds);

} // namespace tidemark::cli
