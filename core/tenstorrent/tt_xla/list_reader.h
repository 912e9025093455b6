#pragma once

#include "core/include/tidemark/result.h"
#include "core/tenstorrent/tt_xla/profile.h"

#include <optional>

namespace tidemark::ttxla {

/// A text and the path of its file.
struct NamedText {
    std::string path;
    std::string text;
};

/// The files that upstream's profiler makes from a log.
struct ListTexts {
    NamedText memory;
    std::optional<NamedText> operations; // absent if there is only the memory list
    std::optional<NamedText> inputs;
    std::optional<NamedText> modules;
};

/// Reads the profile from lists of the generations V0 and V1, and bare lists. Its states are those before the recorded
/// operations. Error: a text is not JSON or not such a list. A fault in the inputs or modules is a warning.
Result<Profile> readLists(ListTexts texts);

/// Reads the lists in the page of a report, or a JSON object of such lists. They have fewer facts, and amounts with two
/// decimals.
Result<Profile> readReport(NamedText page);

/// Reads records with the allocator's tables, as ttrt and tt-mlir's builder write them. They were taken after each
/// operation.
Result<Profile> readBlockTables(NamedText records);

} // namespace tidemark::ttxla
