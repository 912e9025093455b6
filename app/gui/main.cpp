#include "app/gui/application.h"
#include "app/gui/command_line.h"
#include "app/gui/export_command.h"
#include "core/base/number_signs.h"
#include "core/open/open_documents.h"

#include <cstdlib>
#include <iostream>

namespace {

bool hasDisplay()
{
#ifdef Q_OS_LINUX
    return std::getenv("DISPLAY") || std::getenv("WAYLAND_DISPLAY") || std::getenv("QT_QPA_PLATFORM");
#else
    return true;
#endif
}

constexpr const char* kWithoutWindow
    = "tidemark --export FILE.png PATH draws the chart, tidemark-cli prints the numbers.";

/// Prints messages of Qt. A fatal one means that the display cannot be used; Qt alone would abort.
void handleQtMessage(QtMsgType type, const QMessageLogContext&, const QString& message)
{
    if (type == QtFatalMsg) {
        std::cerr << "tidemark: the display cannot be used. " << kWithoutWindow << '\n';
        std::_Exit(tidemark::kUnusable);
    }
    std::cerr << message.toStdString() << '\n';
}

} // namespace

int main(int argc, char** argv)
{
    tidemark::useTypographicNumbers();
    const tidemark::gui::CommandLine line = tidemark::gui::parseCommandLine(argc, argv);
    if (line.exitStatus && !std::cout.flush())
        return tidemark::gui::fail("Standard output could not be written completely: is the disk full?",
                                   tidemark::kUnusable);
    if (line.exitStatus)
        return *line.exitStatus;
    if (line.exportRequest) {
        // A picture needs no display, so messages of Qt about the desktop are suppressed.
        setenv("QT_QPA_PLATFORM", "offscreen", 1);
        qInstallMessageHandler([](QtMsgType, const QMessageLogContext&, const QString&) {});
    } else if (!hasDisplay()) {
        std::cerr << "tidemark: there is no display for a window. " << kWithoutWindow << '\n';
        return tidemark::kUnusable;
    } else {
        qInstallMessageHandler(handleQtMessage);
    }
    const tidemark::DocumentKinds kinds = tidemark::allKinds();
    tidemark::gui::Application application(argc, argv, kinds);
    if (!line.exportRequest)
        qInstallMessageHandler(nullptr);
    if (line.exportRequest)
        return tidemark::gui::exportPicture(*line.exportRequest, kinds);
    // Queued as an event, so that errors are reported as usual.
    QMetaObject::invokeMethod(
        &application, [&] { application.open(line.paths, line.first); }, Qt::QueuedConnection);
    return application.exec();
}
