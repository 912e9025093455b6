#pragma once

#include <CLI/CLI.hpp>

namespace tidemark {

/// Help that a terminal of 100 columns does not break, and words for wrong usage: what is wrong, what was perhaps
/// meant, and which help tells more. For all commands that are added to it afterwards.
void makeReadable(CLI::App& app);

} // namespace tidemark
