#pragma once

#include "core/xla/programs/select_module.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace tidemark::gui {

/// `tidemark --export FILE`: what to draw, and how large.
struct ExportRequest {
    std::string file;
    std::string path;
    ModuleChoice choice;
    std::string space = "0";
    std::string device;
    int width = 1600;
    int height = 900;
};

struct CommandLine {
    std::vector<std::string> paths;
    std::optional<ExportRequest> exportRequest;
    std::optional<int> exitStatus; // set: everything is said, end with it
};

/// Prints help, version and usage errors itself.
CommandLine parseCommandLine(int argc, char** argv);

/// Draws the chart into the file. Returns the exit status; errors go to stderr. REQUIRES: QApplication
int exportPicture(const ExportRequest& request);

} // namespace tidemark::gui
