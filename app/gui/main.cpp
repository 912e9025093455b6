#include "app/gui/application.h"
#include "app/gui/export_command.h"

#include <cstdlib>

int main(int argc, char** argv)
{
    const tidemark::gui::CommandLine line = tidemark::gui::parseCommandLine(argc, argv);
    if (line.exitStatus)
        return *line.exitStatus;
    // A picture needs no display. The user's own choice of a platform stays.
    if (line.exportRequest)
        setenv("QT_QPA_PLATFORM", "offscreen", 0);
    tidemark::gui::Application application(argc, argv);
    if (line.exportRequest)
        return tidemark::gui::exportPicture(*line.exportRequest);
    application.open(line.paths);
    return application.exec();
}
