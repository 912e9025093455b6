#pragma once

#include <CLI/CLI.hpp>

namespace tidemark {

/// Formats help so that a terminal of 100 columns does not break its lines. For wrong usage, prints what is wrong, a
/// suggestion, and the help command that explains more. Applies to all commands that are added to `app` afterwards.
void makeReadable(CLI::App& app);

} // namespace tidemark
