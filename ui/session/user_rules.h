#pragma once

#include "core/view/rules.h"

#include <optional>

namespace tidemark::ui {

/// The user's own attribution rules. All windows share one set, kept in a file that the command line can also read with
/// --rules.
namespace userRules {

/// None if there is no file. Errors: those of readRules().
Result<std::optional<RuleSet>> read();
/// Deletes the file if there are no rules.
Result<void> save(std::span<const Rule> rules);

} // namespace userRules
} // namespace tidemark::ui
