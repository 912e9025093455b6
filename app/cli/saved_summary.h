#pragma once

#include "core/view/comparison.h"

#include <optional>
#include <string>
#include <vector>

namespace tidemark::cli {

/// A summary that `summary --format json` wrote, in a file.
struct SavedSummary {
    std::string path;
    std::string module;
    std::vector<std::pair<std::string, std::int64_t>> figures; // of bytes, in the order of the file

    std::optional<std::int64_t> find(std::string_view id) const;
    /// What figures of both sides are compared by. REQUIRES: a summary that readSavedSummary() returned
    std::int64_t peakBytes() const { return *find("occupied_peak_bytes"); }
};

/// Absent: the file is no JSON object, so something else should read it. Errors: it is an object without the figures of a
/// summary; it cannot be read.
Result<std::optional<SavedSummary>> readSavedSummary(const std::string& path);

/// The figures that the summary or the program have.
std::vector<ComparedFigure> figuresAgainst(const SavedSummary& a, const Figures& b);

} // namespace tidemark::cli
