#pragma once

#include "core/view/choice.h"

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
    std::string stack; // empty: the area is one
    Choice choice;
    std::string device;
    /// What was said of single views: by view and name.
    std::map<std::string, std::map<std::string, std::string>> viewOptions;
    int width = 1600;
    int height = 900;
};

struct CommandLine {
    std::vector<std::string> paths;
    std::optional<ExportRequest> exportRequest;
    std::optional<int> exitStatus; // set: everything is said, end with it
};

/// Prints help, version and usage errors itself. Options of the toolkit (-platform, -style, -session …) are left to it.
CommandLine parseCommandLine(int argc, char** argv);

} // namespace tidemark::gui
