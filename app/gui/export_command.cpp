#include "app/gui/export_command.h"

#include "core/base/text.h"
#include "core/xla/programs/summary.h"
#include "ui/shell/picture_export.h"

#include <CLI/CLI.hpp>

#include <QFile>
#include <QFileInfo>

#include <algorithm>
#include <cstdio>
#include <iostream>

namespace tidemark::gui {
namespace {

constexpr int kUnusable = 1;
constexpr int kWrongUsage = 2;

int fail(const std::string& message, int status = kUnusable)
{
    std::cerr << "tidemark: " << printableLines(message) << '\n';
    return status;
}

std::string checkEnding(const std::string& file)
{
    const QString name = QString::fromStdString(file).toLower();
    return name.endsWith(QLatin1String(".png")) || name.endsWith(QLatin1String(".svg"))
        ? ""
        : "the file must end in .png or .svg";
}

std::string readSize(const std::string& text, ExportRequest& request)
{
    constexpr int kSmallest = 200;
    constexpr int kLargest = 16000;
    char rest = 0;
    if (std::sscanf(text.c_str(), "%dx%d%c", &request.width, &request.height, &rest) != 2)
        return "a size is WIDTHxHEIGHT in pixels, like 1600x900";
    if (std::min(request.width, request.height) < kSmallest || std::max(request.width, request.height) > kLargest)
        return "each side of a picture is 200 to 16000 pixels";
    return {};
}

} // namespace

CommandLine parseCommandLine(int argc, char** argv)
{
    CommandLine line;
    ExportRequest request;
    std::string view = "chart";
    std::string size;
    CLI::App app("Shows what fills an accelerator's memory in a compiled XLA program.", "tidemark");
    app.set_version_flag("--version", "tidemark " TIDEMARK_VERSION);
    app.add_option("PATH", line.paths,
                   "Profiles, session folders, log directories; each in a window, files of one session together");
    CLI::Option* file
        = app.add_option("--export", request.file, "Write the chart as FILE.png or FILE.svg instead, without a window")
              ->check(checkEnding)
              ->type_name("FILE");
    const auto add = [&](const char* name, std::string& value, const char* help, const char* type) {
        return app.add_option(name, value, help)->needs(file)->type_name(type);
    };
    add("--view", view, "What to draw: chart", "NAME")->check(CLI::IsMember({"chart"}));
    add("--module", request.choice.module,
        "The module: name, name(program id) or a unique prefix; the largest if not given", "M");
    add("--host", request.choice.host, "Only modules of this host", "H");
    add("--session", request.choice.session, "Only modules of this session", "S");
    add("--space", request.space, "The memory space by number or name", "N");
    add("--device", request.device, "The device, for its capacity", "D")->check([](const std::string& text) {
        return findDevice(text) ? std::string() : "unknown device " + text;
    });
    add("--size", size, "Pixels of the picture; 1600x900 if not given", "WxH")->check([&](const std::string& text) {
        return readSize(text, request);
    });
    try {
        app.parse(argc, argv);
    } catch (const CLI::ParseError& error) {
        line.exitStatus = app.exit(error) == 0 ? 0 : kWrongUsage;
        return line;
    }
    if (file->count() == 0)
        return line;
    if (line.paths.size() != 1) {
        line.exitStatus = fail("--export takes one PATH", kWrongUsage);
        return line;
    }
    request.path = line.paths.front();
    line.exportRequest = request;
    return line;
}

int exportPicture(const ExportRequest& request)
{
    const auto profile = openProfile({request.path});
    if (!profile)
        return fail(profile.error().message);
    if (const auto error = refuseOverwriting(**profile, request.file))
        return fail(error->message);
    for (const Warning& warning : (*profile)->warnings.list())
        std::cerr << "warning: " << printableLines(warning.describe()) << '\n';
    const auto space = findSpace(**profile, request.choice, request.space);
    if (!space)
        return fail(space.error().message);
    const auto index = selectModule(**profile, request.choice, *space);
    if (!index)
        return fail(index.error().message);
    const ModuleEntry& module = (*profile)->modules[*index];
    const auto plan = (*profile)->load(module);
    if (!plan)
        return fail(plan.error().message);
    if (!(*profile)->outline(module).uses(*space)) {
        const bool isNamed = !request.choice.module.empty();
        return fail(
            unusedSpace(**profile, isNamed ? std::vector{*index} : *findModules(**profile, request.choice), *space)
                .message);
    }

    const SourceFile& source = (*profile)->fileOf(module);
    const auto timeline = replaySpace(*plan, *space);
    const Summary summary = summarize(*timeline, module, source, findDevice(request.device));
    ui::ViewState state;
    state.setTimeline(timeline);
    ui::PictureOptions options;
    options.size = QSize(request.width, request.height);
    options.title = QString::fromStdString(validUtf8(module.fullName()));
    options.subtitle = QFileInfo(QString::fromStdString(request.path)).fileName() + QStringLiteral(" · ")
        + QString::fromStdString(spaceText(source.platform, *space));
    if (!request.device.empty() && summary.capacity.bytes)
        options.capacity = ui::Capacity{*summary.capacity.bytes, QString::fromStdString(summary.capacity.device)};
    if (const auto error = ui::writeChart(state, options, QFile::decodeName(QByteArray::fromStdString(request.file))))
        return fail(error->message);
    return 0;
}

} // namespace tidemark::gui
