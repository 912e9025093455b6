#pragma once

#include "core/base/result.h"
#include "core/tenstorrent/xla/profile.h"

#include <optional>

namespace tidemark::ttxla {

/// A text, and the file that it is of.
struct NamedText {
    std::string path;
    std::string text;
};

/// The files that upstream's profiler makes of a log.
struct ListTexts {
    NamedText memory;
    std::optional<NamedText> operations; // absent: only what the list of memory says of them
    std::optional<NamedText> inputs;
    std::optional<NamedText> modules;
};

/// The profile that they tell of, of any generation: bare lists, V0, V1, V2. Its states are those before the operations
/// that were recorded. Error: no JSON, or not of such lists. What is wrong in the lists of inputs and modules is a
/// warning.
Result<Profile> readLists(ListTexts texts);

/// The lists that a report has in its page: fewer facts, and amounts of two decimals; or a JSON object of them.
Result<Profile> readReport(NamedText page);

/// Records with the allocator's tables, as ttrt and tt-mlir's builder write them: after each operation.
Result<Profile> readBlockTables(NamedText records);

} // namespace tidemark::ttxla
