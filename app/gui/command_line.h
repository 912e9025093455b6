#pragma once

#include "ui/pages/export_view.h"
#include "ui/session/session.h"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace tidemark::gui {

/// The request of `tidemark --export FILE`: what to draw, and how large.
struct ExportRequest {
    std::string file;
    std::string path;
    std::string view; // empty: the default view for the file
    ui::ExportQuestion question; // the values that the command line gives
    std::map<std::string, std::string> options; // those that only some views take, by name
};

struct CommandLine {
    std::vector<std::string> paths;
    ui::FirstView first; // what the windows show first
    std::optional<ExportRequest> exportRequest;
    std::optional<int> exitStatus; // set: everything is printed, and the program ends with this status
};

/// Prints help, version and usage errors itself. Leaves the options of Qt (-platform, -style, -session …) to Qt.
CommandLine parseCommandLine(int argc, char** argv);

} // namespace tidemark::gui
