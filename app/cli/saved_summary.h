#pragma once

#include "core/view/comparison.h"

#include <optional>
#include <string>
#include <vector>

namespace tidemark::cli {

/// A summary file that `summary --format json` wrote.
struct SavedSummary {
    std::string path;
    std::string module;
    std::vector<std::pair<std::string, std::int64_t>> figures; // in bytes, in the order of the file

    std::optional<std::int64_t> find(std::string_view id) const;
    /// The peak that is compared on both sides. REQUIRES: a summary that readSavedSummary() returned
    std::int64_t peakBytes() const { return *find("occupied_peak_bytes"); }
};

/// Absent if the file is no JSON object, so another reader should read it. Errors: the object has no figures of a
/// summary; the file cannot be read.
Result<std::optional<SavedSummary>> readSavedSummary(const std::string& path);

/// The byte figures of the program, each with its value in the summary if there is one.
std::vector<ComparedFigure> figuresAgainst(const SavedSummary& a, const Figures& b);

} // namespace tidemark::cli
