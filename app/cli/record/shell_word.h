#pragma once

#include <string>

namespace tidemark::cli {

/// The word as a command line has it: in quotes where a shell would divide or change it.
std::string asShellWord(const std::string& word);

} // namespace tidemark::cli
