#include "app/gui/command_line.h"

#include "app/gui/export_command.h"
#include "app/usage.h"
#include "app/version.h"
#include "core/base/find.h"
#include "core/base/number.h"
#include "core/base/text.h"
#include "core/devices/device_table.h"
#include "core/open/open_documents.h"
#include "ui/charts/picture.h"
#include "ui/shell/page_stack.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <map>
#include <string>
#include <string_view>

namespace tidemark::gui {
namespace {

/// The options of QGuiApplication and QApplication, with one or two dashes, and whether a value follows.
struct ToolkitOption {
    std::string_view name;
    bool hasValue;
};
constexpr std::array kToolkitOptions = {
    ToolkitOption{"platform", true},        ToolkitOption{"platformpluginpath", true},
    ToolkitOption{"platformtheme", true},   ToolkitOption{"plugin", true},
    ToolkitOption{"qwindowgeometry", true}, ToolkitOption{"qwindowicon", true},
    ToolkitOption{"qwindowtitle", true},    ToolkitOption{"session", true},
    ToolkitOption{"style", true},           ToolkitOption{"stylesheet", true},
    ToolkitOption{"display", true},         ToolkitOption{"name", true},
    ToolkitOption{"reverse", false},        ToolkitOption{"nograb", false},
    ToolkitOption{"dograb", false},         ToolkitOption{"sync", false},
    ToolkitOption{"widgetcount", false},
};

const ToolkitOption* toolkitOption(std::string_view argument)
{
    // With two dashes, --session is the session of a profile.
    if (argument.size() < 2 || argument[0] != '-' || argument.starts_with("--session"))
        return nullptr;
    argument.remove_prefix(argument[1] == '-' ? 2 : 1);
    const std::string_view name = argument.substr(0, argument.find('='));
    return findFirst(kToolkitOptions, name, &ToolkitOption::name);
}

/// The arguments for this program, in reverse order, as the parser needs them.
std::vector<std::string> ownArguments(int argc, char** argv)
{
    std::vector<std::string> own;
    for (int i = 1; i < argc; ++i) {
        const std::string_view argument = argv[i];
        if (argument == "--") {
            own.insert(own.end(), argv + i, argv + argc);
            break;
        }
        const ToolkitOption* option = toolkitOption(argument);
        if (!option)
            own.emplace_back(argument);
        else if (option->hasValue && argument.find('=') == std::string_view::npos)
            ++i;
    }
    std::ranges::reverse(own);
    return own;
}

std::string checkEnding(const std::string& file)
{
    std::string name = file;
    std::ranges::transform(name, name.begin(), [](unsigned char c) { return std::tolower(c); });
    return name.ends_with(".png") || name.ends_with(".svg") ? "" : "the file must end in .png or .svg";
}

std::string readSize(const std::string& text, ExportRequest& request)
{
    const std::size_t by = text.find('x');
    const auto width = parseNumber<int>(text.substr(0, by));
    const auto height = by == std::string::npos ? std::nullopt : parseNumber<int>(text.substr(by + 1));
    if (!width || !height)
        return "a size is WIDTHxHEIGHT in pixels, like 1600x900";
    const auto [least, most] = std::minmax(*width, *height);
    if (least < ui::kSmallestPicture || most > ui::kLargestPicture)
        return "each side of a picture is " + std::to_string(ui::kSmallestPicture) + " to "
            + std::to_string(ui::kLargestPicture) + " pixels";
    request.question.size = {*width, *height};
    return {};
}

std::vector<std::string> namesOf(const std::vector<ui::ExportView>& views)
{
    std::vector<std::string> names;
    for (const ui::ExportView& view : views)
        names.push_back(view.name);
    return names;
}

/// The view of a tab: people know the tabs by their titles.
std::string viewOfTab(const std::string& name)
{
    static const std::map<std::string, std::string> kViews
        = {{"timeline", "chart"}, {"composition", "icicle"}, {"address-map", "map"}, {"out-of-memory", "message"}};
    const auto found = kViews.find(name);
    return found == kViews.end() ? name : found->second;
}

std::string helpOf(const std::vector<ui::ExportView>& views)
{
    std::string help = "What to draw: ";
    for (const ui::ExportView& view : views)
        help += view.name + framed(": ", view.help) + (&view == &views.back() ? "" : "; ");
    return help + ". Default: the main picture of the file";
}

/// The names of the views that take an option, by the name of the option.
using OptionViews = std::map<std::string, std::vector<std::string>>;

/// Adds an option that only these views take: "--title".
CLI::Option* addViewOption(CLI::App& app, const std::vector<std::string>& views, const ui::ExportOption& option,
                           ExportRequest& request)
{
    const std::string flag = "--" + option.name;
    std::string help = option.help;
    help.front() = static_cast<char>(std::toupper(static_cast<unsigned char>(help.front())));
    const auto keep = [&request, name = option.name](const std::string& value) { request.options[name] = value; };
    CLI::Option* const added = option.type.empty() ? app.add_flag_callback(
                                   flag, [keep] { keep(""); }, help)
                                                   : app.add_option_function<std::string>(flag, keep, help);
    added->group("With --export --view " + joined(views, ", "));
    if (!option.type.empty())
        added->type_name(option.type);
    return option.refuse ? added->check(option.refuse) : added;
}

bool contains(const std::vector<std::string>& views, const std::string& view)
{
    return std::ranges::find(views, view) != views.end();
}

/// The error for an option that the drawn view does not take.
std::string strayOption(const ExportRequest& request, const OptionViews& takenBy)
{
    for (const auto& [option, value] : request.options)
        if (!contains(takenBy.at(option), request.view))
            return "--" + option + " needs --view " + joined(takenBy.at(option), " or ");
    return {};
}

} // namespace

CommandLine parseCommandLine(int argc, char** argv)
{
    CommandLine line;
    ExportRequest request;
    std::string size;
    CLI::App app("Shows what fills an accelerator's memory. Opens " + endingsText(endingsOf(allKinds())) + ".",
                 "tidemark");
    makeReadable(app);
    app.set_version_flag("--version", std::string("tidemark ") + kVersion);
    app.add_option(
        "PATH", line.paths,
        "Files, session folders, log directories, dump folders. Each opens a window; files of one session share a window, and so do logs and the only other document");
    CLI::Option* file
        = app.add_option("--export", request.file, "Write a picture to FILE.png or FILE.svg and open no window")
              ->check(checkEnding)
              ->type_name("FILE");
    const auto add = [&](const char* name, std::string& value, const char* help, const char* type) {
        return app.add_option(name, value, help)->needs(file)->type_name(type)->group("With --export");
    };
    const std::vector<ui::ExportView> views = ui::allExports();
    const std::string viewHelp = helpOf(views);
    add("--view", request.view, viewHelp.c_str(), "NAME")->check(isOneOf(namesOf(views)))->transform(viewOfTab);
    std::string device;
    const auto addChoice = [&](const char* name, std::string& value, const char* help, const char* type) {
        return app.add_option(name, value, help)->type_name(type)->group("What to show");
    };
    Choice& choice = line.first.choice;
    addChoice("-m,--module", choice.program,
              "The module: name, name(program id) or a unique prefix. Default: the module with the largest peak", "M");
    addChoice("--host", choice.host, "Only modules of this host", "H");
    addChoice("--session", choice.session, "Only modules of this session", "S");
    addChoice("-s,--space", choice.memory, "The memory space by number or name", "N");
    addChoice("-d,--device", device, "The device, which gives the capacity, or a size as 24GiB", "D")
        ->check(deviceRefusal);
    OptionViews takenBy;
    for (const ui::ExportView& view : views)
        for (const ui::ExportOption& option : view.options)
            takenBy[option.name].push_back(view.name);
    for (const ui::ExportView& view : views)
        for (const ui::ExportOption& option : view.options)
            if (takenBy[option.name].front() == view.name)
                addViewOption(app, takenBy[option.name], option, request)->needs(file);
    add("--size", size, "The size of the picture in pixels. Default: 1600x900", "WxH")
        ->check([&](const std::string& text) { return readSize(text, request); });
    try {
        app.parse(ownArguments(argc, argv));
    } catch (const CLI::ParseError& error) {
        line.exitStatus = app.exit(error) == 0 ? 0 : kWrongUsage;
        return line;
    }
    line.first.device = givenDevice(device);
    if (file->count() == 0)
        return line;
    request.question.choice = choice;
    request.question.device = line.first.device;
    if (line.paths.size() != 1) {
        line.exitStatus = fail("--export takes one PATH", kWrongUsage);
        return line;
    }
    const std::string& chart = views.front().name; // only its options can be given without a view
    if (request.view.empty() && std::ranges::any_of(request.options, [&](const auto& option) {
            return contains(takenBy[option.first], chart);
        }))
        request.view = chart;
    if (const std::string stray = strayOption(request, takenBy); !stray.empty()) {
        line.exitStatus = fail(stray, kWrongUsage);
        return line;
    }
    request.path = line.paths.front();
    line.exportRequest = request;
    return line;
}

} // namespace tidemark::gui
