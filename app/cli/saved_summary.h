#pragma once

#include "core/compare/comparison.h"

#include <optional>
#include <string>
#include <vector>

namespace tidemark::cli {

/// A file with the output of `summary --format json`.
struct SavedSummary {
    std::string path;
    std::string module;
    std::string programId; // "206"; empty if the file does not have it
    std::vector<std::pair<std::string, std::int64_t>> figures; // in bytes, in the order of the file

    /// "jit_train_step(206)", or the module's name alone.
    std::string fullName() const { return programId.empty() ? module : module + "(" + programId + ")"; }
    std::optional<std::int64_t> find(std::string_view id) const;
    /// REQUIRES: readSavedSummary() returned this summary
    std::int64_t peakBytes() const { return *find("occupied_peak_bytes"); }
};

/// Absent: the file is no saved summary, so another reader must read it. Errors: the file cannot be read; the summary
/// has no module or no peak; a key is repeated or a value has a wrong type ("FILE:LINE:COLUMN: …").
Result<std::optional<SavedSummary>> readSavedSummary(const std::string& path);

/// Compares the figures of bytes that the program has.
std::vector<ComparedFigure> figuresAgainst(const SavedSummary& a, const Figures& b);

} // namespace tidemark::cli
