#pragma once

#include "ui/pages/export_view.h"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace tidemark::gui {

/// `tidemark --export FILE`: what to draw, and how large.
struct ExportRequest {
    std::string file;
    std::string path;
    std::string view; // empty: what is usual for what the file holds
    ui::ExportQuestion question; // as far as the command line says it
    /// What was said of single views: by view and name.
    std::map<std::string, std::map<std::string, std::string>> viewOptions;
};

struct CommandLine {
    std::vector<std::string> paths;
    std::optional<ExportRequest> exportRequest;
    std::optional<int> exitStatus; // set: everything is said, end with it
};

/// Prints help, version and usage errors itself. Options of the toolkit (-platform, -style, -session …) are left to it.
CommandLine parseCommandLine(int argc, char** argv);

} // namespace tidemark::gui
