#pragma once

#include "core/base/result.h"

#include <string>
#include <vector>

namespace tidemark::cli {

/// The window's program: the one beside this, else the one that is found where programs are.
std::string windowProgram();

/// Shows the paths in it, apart from this terminal, and does not wait. REQUIRES: a path
void openWindow(const std::vector<std::string>& paths);

/// Lets it draw a picture with these arguments, and waits. Error: it is not there, or what it says went wrong.
std::optional<Error> drawByWindow(const std::vector<std::string>& arguments);

} // namespace tidemark::cli
