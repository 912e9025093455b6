#pragma once

#include "core/view/rules.h"

#include <optional>

namespace tidemark::ui {

/// The user's own rules of attribution, one set for all windows, in a file that the command line's --rules reads, too.
namespace userRules {

/// None where there is no file. Errors: of readRules().
Result<std::optional<RuleSet>> read();
/// Without rules the file goes. None: it is written.
std::optional<Error> save(std::span<const Rule> rules);

} // namespace userRules
} // namespace tidemark::ui
