#pragma once

#include <CLI/CLI.hpp>

#include <functional>
#include <string>
#include <vector>

namespace tidemark {

/// Formats help so that a terminal of 100 columns does not break its lines. For wrong usage, prints what is wrong, a
/// suggestion, and the help command that explains more. Applies to all commands that are added to `app` afterwards.
void makeReadable(CLI::App& app);

/// The check of an option's value that is one of these words, of which there is at least one. The error suggests the
/// nearest word.
std::function<std::string(const std::string&)> isOneOf(std::vector<std::string> words);

} // namespace tidemark
