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

/// The row options that a command takes in addition to the common options.
enum class RowOptions {
    None,
    Step,
    All, // options for the step, the order, the limit and the grouping
};

/// The arguments of a command.
enum class Takes {
    Programs, // files and folders, with options that select a program
    SeveralPrograms, // the same, with options that select several programs
    TwoPrograms, // two programs to compare
    Texts, // logs
    ACommand, // a command to run, after --
    ATrainingLog, // a log, and the sizes of the model
    AProfilerRun, // a log, or a command to run after --
};

/// The formats that a command writes.
enum class Formats { All, TextAndJson, JsonAlone };

/// A command of the command line.
struct Command {
    const char* name;
    const char* help;
    const char* examples; // lines for the --help of the command
    int (*run)(const Options& options); // returns the exit status
    Formats formats = Formats::All;
    RowOptions rows = RowOptions::None;
    Takes takes = Takes::Programs;
    bool hasDevice = false; // whether --device changes the answer
    bool hasRules = false; // whether it shows categories
};

/// The sizes that a user gives for a training log, in bytes; absent if not given.
struct TrainingOptions {
    std::string log;
    std::optional<double> deviceMemory;
    std::optional<double> modelSize;
    std::optional<double> optimizerSize;
    std::optional<double> gradientsSize;
    bool wantsPicture = false;
    bool usesActualSizes = false;
    std::string title; // the title of the picture
    std::string picture = "memory_peak_visualization.png";
};

/// The limit for the growth of a peak.
struct Growth {
    std::int64_t bytes = 0;
    double percent = 0; // percent of the old peak
    bool isPercent = false;

    /// Returns whether the peak grew by more than the limit.
    bool isExceeded(std::int64_t before, std::int64_t after) const;
};

/// Parses "40MiB", "5%" or a number of bytes. Absent if the text is none of these.
std::optional<Growth> parseGrowth(const std::string& text);

/// The arguments of `compare`. If the program or step of B is empty, that of A is used.
struct ComparisonOptions {
    std::string a;
    std::string b;
    std::string program;
    std::string at;
    std::optional<Growth> failAbove; // the allowed growth of the peak from A to B
};

enum class ColourUse { Auto, Always, Never };

/// A parsed command line. The commands check the meaning of the values.
struct Options {
    const Command* command = nullptr; // not null once parsed
    std::vector<std::string> paths;
    DocumentKinds kinds; // the kinds of documents that can be opened
    Choice choice;
    std::vector<std::string> programs; // of a command about several; empty: all
    std::shared_ptr<const Device> device; // null: that of the file
    std::string deviceText; // as the user writes it
    std::string at; // empty: the peak, or the failure of a recording that has one
    std::string sort; // "program", "size"; empty: the default of the format
    std::string groupBy; // "category", "op", … (see --help); empty: every row
    std::string type; // RowKind::id of the rows to show; empty: all
    std::optional<std::uint64_t> limit; // rows
    std::optional<std::int64_t> history; // the id of a buffer
    std::string rules; // a file, or "seed-004"; empty: the built-in ones
    std::string output;
    std::vector<std::string> recorded; // the command to run and its arguments
    std::vector<std::string> withoutDashes; // the words of a command to run that lacks the -- before it
    RecordKind recordKind = RecordKind::Xla;
    std::string recordFolder = "tidemark-recordings"; // the parent of the new folder
    bool isOpened = false; // opens the recording in the window
    bool isOnlyRecorded = false; // prints nothing about the recording
    TrainingOptions training;
    ComparisonOptions comparison;
    std::string profilerLog; // the log to analyse; empty: that of the command
    std::string visualized; // the folder or file of a run to write a page for; empty: none
    std::string profilerFolder; // the parent of the new folder; empty: the default
    TableFormat format = TableFormat::Text;
    bool isWide = false; // table lines are not cut to the width of the terminal
    ColourUse colour = ColourUse::Auto;
};

/// For wrong usage and --help, `exitStatus` is set and the text is already printed.
struct ParsedOptions {
    Options options;
    bool isDone = false;
    int exitStatus = 0;
};

/// `commands` must outlive the result. The first command is used if a path stands in the place of a command. Prints
/// help, the version and usage errors.
ParsedOptions parseOptions(int argc, const char* const* argv, std::span<const Command> commands,
                           const DocumentKinds& kinds);

} // namespace tidemark::cli
