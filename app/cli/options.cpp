#include "app/cli/options.h"

#include "app/version.h"

#include <CLI/CLI.hpp>

#include <iostream>
#include <map>

namespace tidemark::cli {
namespace {

constexpr int kWrongUsage = 2;

CLI::App* addCommand(CLI::App& app, Options& options, const char* name, const char* description)
{
    CLI::App* command = app.add_subcommand(name, description);
    command->add_option("PATH", options.paths, "files, session folders, log directories, dump folders")->required();
    command->add_option("-o,--output", options.output, "write to FILE instead of the terminal; an older one is kept on errors")
        ->type_name("FILE");
    command->callback([&options, name] { options.command = name; });
    return command;
}

void addFormat(CLI::App* command, Options& options)
{
    static const std::map<std::string, TableFormat> kFormats
        = {{"text", TableFormat::Text}, {"json", TableFormat::Json}, {"csv", TableFormat::Csv}};
    command->add_option("--format", options.format, "text for people (sizes in binary units), json and csv for programs (bytes)")
        ->transform(CLI::CheckedTransformer(kFormats).description("text|json|csv"))
        ->type_name("");
}

void addScope(CLI::App* command, Options& options)
{
    command->add_option("--module", options.module, "name, name(program id) or a unique prefix; default: the largest peak")
        ->type_name("NAME");
    command->add_option("--host", options.host, "only modules of this worker")->type_name("HOST");
    command->add_option("--session", options.session, "only modules of this session")->type_name("SESSION");
    command->add_option("--space", options.space, "memory space by number or name; default: 0 (HBM)")->type_name("SPACE");
}

} // namespace

ParsedOptions parseOptions(int argc, const char* const* argv)
{
    ParsedOptions parsed;
    Options& options = parsed.options;
    CLI::App app("Shows what fills an accelerator's memory, from the files that XLA and its profilers leave.", "tidemark-cli");
    app.set_version_flag("--version", std::string("tidemark-cli ") + kVersion);
    app.require_subcommand(1);

    CLI::App* modules = addCommand(app, options, "modules", "list the modules of every file and their peaks");
    addFormat(modules, options);
    modules->add_option("--host", options.host, "only modules of this worker")->type_name("HOST");
    modules->add_option("--session", options.session, "only modules of this session")->type_name("SESSION");

    CLI::App* summary = addCommand(app, options, "summary", "the figures of one module and memory space");
    addFormat(summary, options);
    addScope(summary, options);
    summary->add_option("--device", options.device, "the device whose memory it must fit, as v5e or h100")->type_name("DEVICE");

    CLI::App* timeline = addCommand(app, options, "timeline", "the level after every step of the program order");
    addFormat(timeline, options);
    addScope(timeline, options);

    CLI::App* buffers = addCommand(app, options, "buffers", "the buffers live at a step");
    addFormat(buffers, options);
    addScope(buffers, options);
    buffers->add_option("--at", options.at, "peak (default), a step, or all")->type_name("STEP");

    CLI::App* viewer = addCommand(app, options, "memory-viewer", "the JSON that XProf's memory_viewer answers");
    addScope(viewer, options);

    CLI::App* check = addCommand(app, options, "check", "sanity checks of every module and space; exit status 1 if one fails");
    addFormat(check, options);
    check->add_option("--host", options.host, "only modules of this worker")->type_name("HOST");
    check->add_option("--session", options.session, "only modules of this session")->type_name("SESSION");

    try {
        app.parse(argc, argv);
    } catch (const CLI::RequiredError& error) {
        parsed.isDone = true;
        parsed.exitStatus = kWrongUsage;
        if (app.get_subcommands().empty() && argc > 1)
            std::cerr << "tidemark-cli: no command is called " << argv[1]
                      << ". There is: modules, summary, timeline, buffers, memory-viewer, check.\n";
        else
            app.exit(error);
    } catch (const CLI::ParseError& error) {
        parsed.isDone = true;
        parsed.exitStatus = app.exit(error) == 0 ? 0 : kWrongUsage;
    }
    return parsed;
}

} // namespace tidemark::cli
