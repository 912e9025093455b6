#pragma once

#include "core/report/table.h"
#include "core/report/text_layout.h"
#include "core/view/comparison.h"

namespace tidemark {

/// Writes the output of `compare`. CSV has only the rows. Text begins with the
/// finding and has both steps, the figures, the categories, and the rows that differ.
void writeComparison(std::ostream& out, TableFormat format, const Comparison& comparison,
                     const TextLayout& layout = {});

/// A comparison with a saved summary, of which only the figures are known.
struct SavedComparison {
    std::string path; // path of the summary
    std::string module;
    std::int64_t peakBytes = 0;
    const ComparedStep* b = nullptr; // not null
    std::vector<ComparedFigure> figures;
};

/// The same with `categories` and `rows` empty, and null for values that a summary lacks. CSV has the figures.
void writeSavedComparison(std::ostream& out, TableFormat format, const SavedComparison& comparison);

} // namespace tidemark
