#pragma once

#include "core/compare/comparison.h"
#include "core/report/table.h"
#include "core/report/text_layout.h"

namespace tidemark {

/// The workers that run the compared module on both sides, and the one that is compared.
struct ComparedWorkers {
    std::string host; // the worker whose peak grew most; among equals, the one with the largest peak
    std::size_t common = 0; // number of workers that both sides have
    std::size_t larger = 0; // number of these whose peak is larger in B
    std::size_t smaller = 0;
    std::size_t onlyA = 0; // number of workers that only A has
    std::size_t onlyB = 0;
};

/// "Worker w-11 is compared: its peak grew most. Of 16 workers in both, 1 needs more, 15 need the same."
std::string workersText(const ComparedWorkers& workers);

/// Writes the output of `compare`. CSV has only the rows. Text begins with the
/// finding and has both steps, the figures, the categories, and the rows that differ. `workers` is null if there are
/// not several.
void writeComparison(std::ostream& out, TableFormat format, const Comparison& comparison, const TextLayout& layout = {},
                     const ComparedWorkers* workers = nullptr);

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
