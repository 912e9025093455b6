#include "app/cli/options.h"

#include "app/cli/manual.h"
#include "app/exit_status.h"
#include "app/usage.h"
#include "app/version.h"
#include "core/base/nearest.h"
#include "core/base/text.h"
#include "core/text/amount.h"
#include "core/view/given_sizes.h"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <filesystem>
#include <iostream>
#include <map>

namespace tidemark::cli {
namespace {

std::string checkNotEmpty(const std::string& text)
{
    return text.empty() ? "needs a value" : "";
}

/// Rejects what the library would read as a very large number, such as "-1".
std::string checkCount(const std::string& text)
{
    const bool isNumber = !text.empty() && std::ranges::all_of(text, [](char c) { return c >= '0' && c <= '9'; });
    return isNumber ? "" : "needs a number of rows, not " + text;
}

std::string checkGrowth(const std::string& text)
{
    return parseGrowth(text) ? "" : "needs a size or a share, as 40MiB, 5% or 1000000, not " + text;
}

/// Sets the device of a name or a size.
void chooseDevice(Options& options, const std::string& text)
{
    options.deviceText = text;
    options.device = givenDevice(text);
}

/// Adds the options that choose a program and memory. Every command accepts --device, but only those whose answer
/// depends on it show it in the help.
void addChoice(CLI::App& command, Options& options, const Command& entry)
{
    const auto add = [&](const char* option, std::string& value, const char* type, const std::string& help) {
        command.add_option(option, value, help)->type_name(type)->check(checkNotEmpty);
    };
    const bool isOfAll = std::string_view(entry.name) == "modules" || std::string_view(entry.name) == "check";
    constexpr const char* kModule = "a module: name, name(program id) or a unique prefix; default: ";
    if (entry.takes == Takes::SeveralPrograms)
        command.add_option("-m,--module", options.programs, std::string(kModule) + "all; may be given several times")
            ->type_name("NAME")
            ->expected(1)
            ->take_all()
            ->check(checkNotEmpty);
    else
        add("-m,--module", options.choice.program, "NAME",
            std::string(kModule) + (isOfAll ? "all" : "the one with the largest peak"));
    add("--host", options.choice.host, "HOST", "only modules of this worker, or of this rank of a log");
    add("--session", options.choice.session, "SESSION", "only modules of this session");
    add("-s,--space", options.choice.memory, "SPACE",
        std::string("a memory space, by number or name; default: ") + (isOfAll ? "all" : "0, HBM"));
    CLI::Option* const device
        = command
              .add_option_function<std::string>(
                  "-d,--device", [&options](const std::string& text) { chooseDevice(options, text); },
                  "the device whose memory must suffice, as v5e, h100 or a size as 24GiB")
              ->type_name("DEVICE")
              ->check(deviceRefusal);
    if (!entry.hasDevice)
        device->group(""); // hidden from the help
    if (entry.hasRules)
        add("--rules", options.rules, "FILE",
            "a file of rules for categories, which come before the built-in rules; seed-004: the rules of a known script, which sorts the arguments of a JAX decode loop by their names");
}

/// Adds the words of a command without --. The words after -- are removed before parsing.
void addCommandToRun(CLI::App& command, Options& options)
{
    command.add_option("COMMAND", options.withoutDashes, "the command to run with its arguments, after --");
}

void refuseWithoutDashes(const std::string& name, const Options& options)
{
    const std::vector<std::string>& words = options.withoutDashes; // without the options, which are not listed here
    if (!words.empty())
        throw CLI::ValidationError("a command to run stands after --: tidemark-cli " + name + " -- " + words.front()
                                   + " …");
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
        ->check(isOneOf({"xla", "tt-train", "tt-xla"}));
    command
        .add_option("--out", options.recordFolder,
                    "the folder in which the recording's new folder is made; default: " + options.recordFolder)
        ->type_name("DIR")
        ->check(checkNotEmpty);
    command.add_flag("--open", options.isOpened, "open the recording in the window when the command has ended");
    command.add_flag("--log", options.isOnlyRecorded, "record, and print nothing about the recording");
    addCommandToRun(command, options);
    command.parse_complete_callback([&options] {
        refuseWithoutDashes("record", options);
        if (options.recorded.empty())
            throw CLI::ValidationError("-- and a command after it are needed");
    });
}

void addProfiler(CLI::App& command, Options& options)
{
    CLI::Option* const log = command.add_option("LOG,--analyze", options.profilerLog, "a log to be analysed")
                                 ->type_name("LOG")
                                 ->check(checkNotEmpty);
    CLI::Option* const run = command
                                 .add_option("--visualize", options.visualized,
                                             "the folder or file of a run; writes a page for browsers next to it")
                                 ->type_name("DIR")
                                 ->check(checkNotEmpty);
    CLI::Option* const out = command
                                 .add_option("--out", options.profilerFolder,
                                             "the folder that gets the new folder; default: this one, with a command "
                                                 + options.recordFolder)
                                 ->type_name("DIR")
                                 ->check(checkNotEmpty);
    CLI::Option* const only
        = command.add_flag("--log", options.isOnlyRecorded, "run the command and keep its log, no more");
    log->excludes(only)->excludes(run);
    run->excludes(only)->excludes(out);
    addCommandToRun(command, options);
    command.parse_complete_callback([&options] {
        if (!options.withoutDashes.empty())
            options.withoutDashes.insert(options.withoutDashes.begin(), options.profilerLog);
        refuseWithoutDashes("tt-xla", options);
        const int asked = (options.profilerLog.empty() ? 0 : 1) + (options.visualized.empty() ? 0 : 1)
            + (options.recorded.empty() ? 0 : 1);
        if (asked == 0)
            throw CLI::ValidationError("a LOG, --visualize DIR, or a command after -- is needed");
        if (asked > 1)
            throw CLI::ValidationError("a LOG, --visualize DIR and a command after -- exclude each other");
    });
}

/// Adds the options of tt-train's own script, which writes their names with underscores.
void addTraining(CLI::App& command, TrainingOptions& asked)
{
    command.add_option("LOG,--logs", asked.log, "the log of one or several runs; -: standard input")
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
    size("--device-memory,--device_memory", asked.deviceMemory,
         "memory of the device; default: as the log says, else 12 GiB")
        ->check(roomRefusal);
    size("--model-size,--model_size", asked.modelSize,
         "expected size of the model; default: two bytes for each parameter");
    size("--optimizer-size,--optimizer_size", asked.optimizerSize,
         "expected size of the optimizer state; default: twice the model");
    size("--gradients-size,--gradients_size", asked.gradientsSize,
         "expected size of the gradients; default: that of the model");
    command.add_flag("--visualize-peak,--visualize_peak", asked.wantsPicture,
                     "draw what the peak of each run is made of");
    command.add_flag("--use-actual-sizes,--use_actual_sizes", asked.usesActualSizes,
                     "draw model and optimizer state as measured, not as expected");
    command.add_option("--title", asked.title, "title of the picture")->type_name("TEXT");
    command.add_option("-o,--output", asked.picture, "the picture, FILE.png or FILE.svg; default: " + asked.picture)
        ->type_name("FILE")
        ->check(checkNotEmpty);
}

void addComparison(CLI::App& command, ComparisonOptions& asked)
{
    command.add_option("A", asked.a, "a file, session folder, log directory, dump folder, or a saved summary in JSON")
        ->required()
        ->check(checkNotEmpty);
    command.add_option("B", asked.b, "another one, or the same one")->required()->check(checkNotEmpty);
    command.add_option("--module-b", asked.program, "the module of B; default: that of A, by name")
        ->type_name("NAME")
        ->check(checkNotEmpty);
    command.add_option("--at-b", asked.at, "the step of B; default: as --at")->type_name("STEP")->check(checkNotEmpty);
    command
        .add_option_function<std::string>(
            "--fail-above", [&asked](const std::string& text) { asked.failAbove = parseGrowth(text); },
            "exit status 1 if the peak of B is above that of A by more: 40MiB, 5%, or a number of bytes")
        ->type_name("SIZE")
        ->check(checkGrowth);
}

void addFormat(CLI::App& command, Options& options, Formats formats)
{
    static const std::map<std::string, TableFormat> kFormats
        = {{"text", TableFormat::Text}, {"json", TableFormat::Json}, {"csv", TableFormat::Csv}};
    const char* help = "json, as XProf answers";
    std::vector<std::string> names = {"json"};
    if (formats == Formats::TextAndJson) {
        help = "text for people, json for programs (sizes in bytes)";
        names = {"text", "json"};
    } else if (formats == Formats::All) {
        help = "text for people, json and csv for programs (sizes in bytes)";
        names = {"text", "json", "csv"};
    }
    command
        .add_option_function<std::string>(
            "-f,--format", [&options](const std::string& text) { options.format = kFormats.at(text); }, help)
        ->type_name("FORMAT")
        ->check(isOneOf(names));
    if (formats == Formats::JsonAlone)
        return;
    static const std::map<std::string, ColourUse> kColours
        = {{"auto", ColourUse::Auto}, {"always", ColourUse::Always}, {"never", ColourUse::Never}};
    command.add_flag("-w,--wide", options.isWide, "do not cut lines to the width of the terminal");
    command
        .add_option_function<std::string>(
            "--color", [&options](const std::string& text) { options.colour = kColours.at(text); },
            "auto (default: on a terminal, unless NO_COLOR is set), always or never")
        ->type_name("WHEN")
        ->check(isOneOf({"auto", "always", "never"}));
}

/// Adds the options of commands that list rows.
void addRowOptions(CLI::App& command, Options& options, RowOptions which)
{
    if (which == RowOptions::None)
        return;
    const bool isAll = which == RowOptions::All;
    CLI::Option* const at
        = command
              .add_option("--at", options.at,
                          "peak (default, unless a recording has a failed allocation), "
                              + std::string(isAll ? "end, the number of a step, or all" : "or the number of a step"))
              ->type_name("STEP")
              ->check(checkNotEmpty);
    if (!isAll)
        return;
    CLI::Option* const sort
        = command
              .add_option("--sort", options.sort,
                          "program (allocation, start, id) or size, the largest first; default: size in text and "
                          "with -n, else program")
              ->type_name("ORDER")
              ->check(isOneOf({"program", "size"}));
    CLI::Option* const group
        = command
              .add_option("--group-by", options.groupBy,
                          "one row for each category, op, source, stack, shape, opcode, or, in an "
                          "allocation history, annotation (during), training step or age at the peak")
              ->type_name("WHAT")
              ->check(isOneOf({"category", "op", "source", "stack", "shape", "opcode", "during", "step", "age"}));
    command
        .add_option(
            "--type", options.type,
            "only rows of this type, as JSON and CSV name it in \"kind\"; in an allocation history, kept is what "
            "was never freed")
        ->type_name("TYPE")
        ->check(checkNotEmpty);
    command.add_option("-n,--limit", options.limit, "at most N rows")->type_name("N")->check(checkCount);
    CLI::Option* const history
        = command.add_flag("--history")
              ->description("when the buffer of --id is defined, used, taken over in place and freed");
    history->excludes(at)->excludes(sort)->excludes(group);
    history->needs(command.add_option("--id", options.history, "the id of a buffer, for --history")
                       ->type_name("N")
                       ->needs(history));
}

/// Adds a command with all its options.
void addCommand(CLI::App& app, Options& options, const Command& entry)
{
    CLI::App* command = app.add_subcommand(entry.name, entry.help)->group("Commands");
    command->callback([&options, &entry] { options.command = &entry; });
    command->footer(std::string("Examples:\n") + entry.examples);
    if (entry.takes == Takes::ACommand)
        return addRecording(*command, options);
    if (entry.takes == Takes::AProfilerRun)
        return addProfiler(*command, options);
    if (entry.takes == Takes::ATrainingLog) {
        addTraining(*command, options.training);
        return addFormat(*command, options, entry.formats);
    }
    if (entry.takes == Takes::TwoPrograms)
        addComparison(*command, options.comparison);
    else
        command
            ->add_option("PATH", options.paths,
                         entry.takes == Takes::Programs || entry.takes == Takes::SeveralPrograms
                             ? "files, session folders, log directories, dump folders; -: standard input"
                             : "logs or other texts, or folders of them; -: standard input")
            ->required()
            ->check(checkNotEmpty);
    if (entry.takes != Takes::Texts)
        addChoice(*command, options, entry);
    addRowOptions(*command, options, entry.rows);
    command
        ->add_option("-o,--output", options.output,
                     "write to FILE; an existing file is replaced only if everything succeeds")
        ->type_name("FILE")
        ->check(checkNotEmpty);
    addFormat(*command, options, entry.formats);
}

std::string noCommand(const std::string& written, std::span<const Command> commands)
{
    std::vector<std::string> names;
    std::string list;
    for (const Command& command : commands) {
        names.emplace_back(command.name);
        addTo(list, ", ", names.back());
    }
    if (written.empty())
        return "a path or a command is needed. Commands: " + list + ". See tidemark-cli --help.";
    names.insert(names.end(), {"--help", "--version"});
    return "there is no command and no file " + written + "." + suggestion(written, names) + " Commands: " + list
        + ". See tidemark-cli --help.";
}

/// Returns whether the first word is a path or an option for the first command, and no command itself.
bool isForFirstCommand(const std::string& word, std::span<const Command> commands)
{
    if (word == "--help" || word == "-h" || word == "--version")
        return false;
    if (std::ranges::any_of(commands, [&](const Command& command) { return word == command.name; }))
        return false;
    std::error_code ignored;
    return word.starts_with('-') || word.find_first_of("/.") != std::string::npos
        || std::filesystem::exists(word, ignored);
}

} // namespace

bool Growth::isExceeded(std::int64_t before, std::int64_t after) const
{
    const std::int64_t growth = after - before;
    if (isPercent)
        return static_cast<double>(growth) > static_cast<double>(before) * percent / 100;
    return growth > bytes;
}

std::optional<Growth> parseGrowth(const std::string& text)
{
    if (text.ends_with('%')) {
        const auto percent = parseSize(text.substr(0, text.size() - 1));
        return percent ? std::optional(Growth{0, *percent, true}) : std::nullopt;
    }
    if (const auto bytes = parseSize(text))
        return Growth{static_cast<std::int64_t>(*bytes), 0, false};
    std::string_view rest = text;
    const auto amount = takeAmountWithUnit(rest);
    if (!amount || !rest.empty() || amount->bytes < 0)
        return std::nullopt;
    return Growth{amount->bytes, 0, false};
}

ParsedOptions parseOptions(int argc, const char* const* argv, std::span<const Command> commands,
                           const DocumentKinds& kinds)
{
    ParsedOptions parsed;
    Options& options = parsed.options;
    options.kinds = kinds;
    CLI::App app("Shows what fills an accelerator's memory, from the files that compilers and profilers write: "
                     + endingsText(endingsOf(kinds)) + ".",
                 "tidemark-cli");
    makeReadable(app);
    app.set_version_flag("--version", std::string("tidemark-cli ") + kVersion);
    app.require_subcommand(1);
    app.footer("Exit status: 0 ok; 1 the answer is no (a check fails, --fail-above is exceeded, oom finds no\n"
               "message); 2 wrong usage; 3 the input cannot be used, or does not hold what was asked.\n\n"
               "Examples:\n"
               "  tidemark-cli profile/            one screen about the largest program\n"
               "  tidemark-cli train.log           why a program ran out of memory\n"
               "  tidemark-cli advise --help       the options of a command");
    for (const Command& command : commands)
        addCommand(app, options, command);
    if (argc == 2 && std::string_view(argv[1]) == "--manual") { // for packages
        writeManual(std::cout, app);
        parsed.isDone = true;
        return parsed;
    }
    if (argc == 3 && std::string_view(argv[1]) == "--completion") {
        writeCompletion(std::cout, app, argv[2]);
        parsed.isDone = true;
        return parsed;
    }
    std::vector<std::string> words(argv + std::min(argc, 1), argv + argc);
    const std::string first = words.empty() ? std::string() : words.front();
    const auto isCommand
        = [&](const std::string& word) { return std::ranges::find(commands, word, &Command::name) != commands.end(); };
    if (first == "help" && words.size() <= 2 && std::all_of(words.begin() + 1, words.end(), isCommand))
        words = words.size() == 2 ? std::vector<std::string>{words[1], "--help"} : std::vector<std::string>{"--help"};
    else if (!first.empty() && isForFirstCommand(first, commands))
        words.insert(words.begin(), commands.front().name);
    // The words after -- belong to the command to run and are no options of this program.
    if (!words.empty() && (words.front() == "record" || words.front() == "tt-xla"))
        if (const auto dashes = std::ranges::find(words, "--"); dashes != words.end()) {
            options.recorded.assign(dashes + 1, words.end());
            words.erase(dashes, words.end());
        }
    std::ranges::reverse(words); // the library needs them in reverse
    try {
        app.parse(std::move(words));
    } catch (const CLI::ParseError& error) {
        parsed.isDone = true;
        if (app.get_subcommands().empty() && dynamic_cast<const CLI::RequiredError*>(&error)) {
            std::cerr << "tidemark-cli: " << printable(noCommand(first, commands)) << '\n';
            parsed.exitStatus = kWrongUsage;
        } else {
            parsed.exitStatus = app.exit(error) == 0 ? 0 : kWrongUsage;
        }
    }
    return parsed;
}

} // namespace tidemark::cli
