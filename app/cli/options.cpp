#include "app/cli/options.h"

#include "app/exit_status.h"
#include "app/usage.h"
#include "app/version.h"
#include "core/view/said_sizes.h"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <iostream>
#include <map>

namespace tidemark::cli {
namespace {

std::string checkNotEmpty(const std::string& text)
{
    return text.empty() ? "needs a value" : "";
}

/// What chooses a program and a memory. `hasDevice`: whether a device changes what the command answers; all take it.
void addChoice(CLI::App& command, Options& options, bool hasDevice)
{
    const auto add = [&](const char* option, std::string& value, const char* type, const char* help) {
        command.add_option(option, value, help)->type_name(type)->check(checkNotEmpty);
    };
    add("--module", options.choice.program, "NAME",
        "name, name(program id) or a unique prefix; default: the largest peak (modules, check: all that match; attribution: of each file)");
    add("--host", options.choice.host, "HOST", "only programs of this worker, or of this rank of a log");
    add("--session", options.choice.session, "SESSION", "only modules of this session");
    add("--space", options.choice.memory, "SPACE",
        "memory space by number or name; default: 0, HBM (modules, check: all)");
    CLI::Option* const device
        = command
              .add_option_function<std::string>(
                  "--device", [&options](const std::string& name) { options.device = findDevice(name); },
                  "the device whose memory it must fit, as v5e or h100")
              ->type_name("DEVICE")
              ->check(deviceRefusal);
    if (!hasDevice)
        device->group(""); // in no help
}

void addRecording(CLI::App& command, Options& options)
{
    static const std::map<std::string, RecordKind> kKinds
        = {{"xla", RecordKind::Xla}, {"tt-train", RecordKind::TtTrain}, {"tt-xla", RecordKind::TtXla}};
    command
        .add_option_function<std::string>(
            "--kind", [&options](const std::string& kind) { options.recordKind = kKinds.at(kind); },
            "xla (default): JAX, PyTorch/XLA, TensorFlow; tt-train; tt-xla")
        ->type_name("KIND")
        ->check(CLI::IsMember({"xla", "tt-train", "tt-xla"}));
    command
        .add_option("--out", options.recordFolder,
                    "where the folder of the recording goes; default: " + options.recordFolder)
        ->type_name("DIR")
        ->check(checkNotEmpty);
    command.add_flag("--open", options.isOpened, "show it in the window when the command has ended");
    command.add_flag("--log", options.isOnlyRecorded, "only record: do not say what is in it");
    command.add_option("COMMAND", options.recorded, "after --: what to run, with its arguments")
        ->required()
        ->check(checkNotEmpty);
}

void addProfiler(CLI::App& command, Options& options)
{
    CLI::Option* const log
        = command.add_option("--analyze", options.profilerLog, "a log that is there, in place of a command")
              ->type_name("LOG")
              ->check(checkNotEmpty);
    CLI::Option* const run
        = command
              .add_option("--visualize", options.visualized,
                          "a run that is there: writes a page for browsers beside it, which needs no network")
              ->type_name("DIR")
              ->check(checkNotEmpty);
    CLI::Option* const out
        = command
              .add_option("--out", options.profilerFolder,
                          "where the new folder goes; default: here, of a command " + options.recordFolder)
              ->type_name("DIR")
              ->check(checkNotEmpty);
    CLI::Option* const only
        = command.add_flag("--log", options.isOnlyRecorded, "only run the command and keep its log");
    CLI::Option* const words
        = command.add_option("COMMAND", options.recorded, "after --: what to run, with its arguments")
              ->check(checkNotEmpty);
    log->excludes(only)->excludes(words)->excludes(run);
    run->excludes(only)->excludes(words)->excludes(out);
    command.parse_complete_callback([&options] {
        if (options.profilerLog.empty() && options.visualized.empty() && options.recorded.empty())
            throw CLI::RequiredError("--analyze LOG, --visualize DIR, or a command after --,");
    });
}

/// The library takes negative numbers for very large ones.
std::string checkCount(const std::string& text)
{
    const bool isNumber = !text.empty() && std::ranges::all_of(text, [](char c) { return c >= '0' && c <= '9'; });
    return isNumber ? "" : "needs a number of rows, not " + text;
}

/// As upstream's script calls them.
void addTraining(CLI::App& command, TrainingOptions& asked)
{
    command.add_option("--logs", asked.log, "the log of one or several runs; -: standard input")
        ->type_name("FILE")
        ->required()
        ->check(checkNotEmpty);
    const auto size = [&](const char* option, std::optional<double>& bytes, const char* help) {
        return command
            .add_option_function<double>(
                option, [&bytes](double value) { bytes = value; }, help)
            ->type_name("BYTES")
            ->check(sizeRefusal);
    };
    size("--device_memory", asked.deviceMemory, "of the device; default: what the log tells, else 12 GiB")
        ->check(roomRefusal);
    size("--model_size", asked.modelSize, "expected; default: two bytes for each parameter that the log tells");
    size("--optimizer_size", asked.optimizerSize, "expected; default: twice the model");
    size("--gradients_size", asked.gradientsSize, "expected; default: as the model");
    command.add_flag("--visualize_peak", asked.wantsPicture, "write what the peak of each run is made of as a picture");
    command.add_flag("--use_actual_sizes", asked.usesActualSizes,
                     "in the picture model and optimizer as measured, not as expected");
    command.add_option("--title", asked.title, "of the picture")->type_name("TEXT");
    command.add_option("--output", asked.picture, "the picture, FILE.png or FILE.svg; default: " + asked.picture)
        ->type_name("FILE")
        ->check(checkNotEmpty);
}

void addComparison(CLI::App& command, ComparisonOptions& asked)
{
    const char* const path = "a file, session folder, log directory or dump folder";
    command.add_option("A", asked.a, path)->required()->check(checkNotEmpty);
    command.add_option("B", asked.b, "another, or the same")->required()->check(checkNotEmpty);
    command.add_option("--module-b", asked.program, "of B; default: as --module")
        ->type_name("NAME")
        ->check(checkNotEmpty);
    command.add_option("--at-b", asked.at, "of B; default: as --at")->type_name("STEP")->check(checkNotEmpty);
    command
        .add_option_function<double>(
            "--fail-above", [&asked](double bytes) { asked.failAbove = static_cast<std::int64_t>(bytes); },
            "exit status 1 if the peak of B is larger than that of A by more than so many bytes")
        ->type_name("BYTES")
        ->check(sizeRefusal);
}

void addFormat(CLI::App& command, Options& options, bool hasFormats)
{
    static const std::map<std::string, TableFormat> kFormats
        = {{"text", TableFormat::Text}, {"json", TableFormat::Json}, {"csv", TableFormat::Csv}};
    command
        .add_option_function<std::string>(
            "--format", [&options](const std::string& text) { options.format = kFormats.at(text); },
            hasFormats ? "text for people (sizes in binary units), json and csv for programs (bytes)"
                       : "json, as XProf answers")
        ->type_name("FORMAT")
        ->check(hasFormats ? CLI::IsMember({"text", "json", "csv"}) : CLI::IsMember({"json"}));
}

/// Adds a command with the options that all have in common.
CLI::App* addCommand(CLI::App& app, Options& options, const Command& entry)
{
    CLI::App* command = app.add_subcommand(entry.name, entry.help)->group("Commands");
    command->callback([&options, &entry] { options.command = &entry; });
    if (entry.takes == Takes::ACommand) {
        addRecording(*command, options);
        return command;
    }
    if (entry.takes == Takes::AProfilerRun) {
        addProfiler(*command, options);
        return command;
    }
    if (entry.takes == Takes::ATrainingLog) {
        addTraining(*command, options.training);
        addFormat(*command, options, entry.hasFormats);
        return command;
    }
    if (entry.takes == Takes::TwoPrograms)
        addComparison(*command, options.comparison);
    else
        command
            ->add_option("PATH", options.paths,
                         entry.takes == Takes::Programs ? "files, session folders, log directories, dump folders"
                                                        : "logs or other texts; -: standard input")
            ->required()
            ->check(checkNotEmpty);
    command
        ->add_option("-o,--output", options.output,
                     "write to FILE instead of the terminal; an older one is kept on errors")
        ->type_name("FILE")
        ->check(checkNotEmpty);
    if (entry.takes != Takes::Texts)
        addChoice(*command, options, entry.hasDevice);
    addFormat(*command, options, entry.hasFormats);
    return command;
}

/// What only commands about rows have.
void addRowOptions(CLI::App& command, Options& options, RowOptions which)
{
    if (which == RowOptions::None)
        return;
    const bool isAll = which == RowOptions::All;
    CLI::Option* const at
        = command
              .add_option("--at", options.at, isAll ? "peak (default), a step, or all" : "peak (default), or a step")
              ->type_name("STEP")
              ->check(checkNotEmpty);
    if (which == RowOptions::Step)
        return;
    if (!isAll) {
        command.add_option("--rules", options.rules, "rules of your own before the built-in ones, or seed-004 alone")
            ->type_name("FILE")
            ->check(checkNotEmpty);
        return;
    }
    CLI::Option* const sort
        = command
              .add_option("--sort", options.sort,
                          "program (allocation, start, id) or size, the largest first; default: program, in text size")
              ->type_name("ORDER")
              ->check(CLI::IsMember({"program", "size"}));
    command.add_option("--limit", options.limit, "at most N rows")->type_name("N")->check(checkCount);
    CLI::Option* const history
        = command.add_flag("--history")
              ->description("when the buffer of --id is defined, used, taken over in place and freed");
    history->excludes(at)->excludes(sort);
    history->needs(
        command.add_option("--id", options.history, "the buffer's id, with --history")->type_name("N")->needs(history));
}

std::string noCommand(const std::string& written, std::span<const Command> commands)
{
    std::vector<std::string> names;
    std::string there;
    for (const Command& command : commands) {
        names.emplace_back(command.name);
        there += (there.empty() ? "" : ", ") + names.back();
    }
    return (written.empty() ? "a command is needed." : "no command is called " + written + ".")
        + suggestion(written, names) + " There is: " + there + ". See tidemark-cli --help.";
}

} // namespace

ParsedOptions parseOptions(int argc, const char* const* argv, std::span<const Command> commands,
                           const DocumentKinds& kinds)
{
    ParsedOptions parsed;
    Options& options = parsed.options;
    options.kinds = kinds;
    CLI::App app("Shows what fills an accelerator's memory, from the files that compilers and profilers leave: "
                     + endingsText(endingsOf(kinds)) + ".",
                 "tidemark-cli");
    makeReadable(app);
    app.set_version_flag("--version", std::string("tidemark-cli ") + kVersion);
    app.require_subcommand(1);
    for (const Command& command : commands) {
        CLI::App* added = addCommand(app, options, command);
        addRowOptions(*added, options, command.rows);
    }
    try {
        app.parse(argc, argv);
    } catch (const CLI::RequiredError& error) {
        parsed.isDone = true;
        parsed.exitStatus = kWrongUsage;
        if (app.get_subcommands().empty())
            std::cerr << "tidemark-cli: " << noCommand(argc > 1 ? argv[1] : "", commands) << '\n';
        else
            app.exit(error);
    } catch (const CLI::ParseError& error) {
        parsed.isDone = true;
        parsed.exitStatus = app.exit(error) == 0 ? 0 : kWrongUsage;
    }
    return parsed;
}

} // namespace tidemark::cli
