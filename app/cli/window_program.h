#pragma once

#include "core/include/tidemark/result.h"

#include <string>
#include <vector>

namespace tidemark::cli {

/// The path of the window's program: the one next to this program, else the one in the search path.
std::string windowProgram();

/// Shows the paths in the window's program, detached from this terminal. Does not wait. REQUIRES: a path
void openWindow(const std::vector<std::string>& paths);

/// Lets the window's program draw a picture with these arguments and waits. Error: the program does not exist, or the
/// message of its failure.
Result<void> drawByWindow(const std::vector<std::string>& arguments);

} // namespace tidemark::cli
