#pragma once

#include <iosfwd>
#include <string>

namespace CLI {
class App;
}

namespace tidemark::cli {

/// Writes the manual page of a command line with roff's man macros.
void writeManual(std::ostream& out, const CLI::App& app);

/// Writes the completion script for a shell: "bash", "zsh" or "fish".
void writeCompletion(std::ostream& out, const CLI::App& app, const std::string& shell);

} // namespace tidemark::cli
