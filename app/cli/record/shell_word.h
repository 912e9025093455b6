#pragma once

#include <string>

namespace tidemark::cli {

/// Quotes the word if a shell would split or change it.
std::string asShellWord(const std::string& word);

} // namespace tidemark::cli
