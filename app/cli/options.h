#pragma once

#include "core/devices/device_table.h"
#include "core/report/table.h"
#include "core/xla/programs/select_module.h"

#include <string>
#include <vector>

namespace tidemark::cli {

/// What a command line asks for, as given; meaning is checked by the commands.
struct Options {
    std::string command;
    std::vector<std::string> paths;
    ModuleChoice choice;
    std::string space; // number or name
    const Device* device = nullptr;
    std::string at = "peak";
    std::string output;
    TableFormat format = TableFormat::Text;
};

/// Wrong usage and --help end here: `exitStatus` is set and the text has been printed.
struct ParsedOptions {
    Options options;
    bool isDone = false;
    int exitStatus = 0;
};

ParsedOptions parseOptions(int argc, const char* const* argv);

} // namespace tidemark::cli
