#pragma once

#include "core/base/progress.h"
#include "core/groups/known_array.h"
#include "core/include/tidemark/result.h"
#include "core/view/row_meanings.h"

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

namespace tidemark {

/// A row that is live at the peak, with the facts that an explanation uses. Empty texts are not known.
struct ExplainedRow {
    RowId row;
    std::int64_t bytes = 0; // occupied
    std::int64_t padding = 0; // 0 where the row shares its memory
    bool isArgument = false;
    bool isOutput = false;
    bool isAliased = false;
    bool isUntraced = false; // a temporary allocation of several buffers without live ranges, which counts whole
    std::string category; // empty: no rule has decided
    std::string categoryLabel; // in the middle of a sentence
    std::int64_t categoryBytes = 0; // of all rows of its category; 0 without a category
    std::string role;
    KnownArray array = KnownArray::None;
    std::int64_t iterations = 0; // of the loop that stacks its values in the row; 0: it is no stack
    std::string
        path; // of the operation in the model: "layers_{0..23}/attention/dot_general"; of a stack, of its values
    std::string pass; // "forward", "backward"; empty also for copies, which are made in any pass
    std::string source; // "lm.py:33"
    std::string shape;
    std::string label; // of an argument, and of a row without shape

    bool isScalar() const { return shape.ends_with("[]"); }
};

/// What the rows of a group have in common.
enum class PeakSort : std::uint8_t {
    Given, // arguments
    NotDonated, // next values of a state in memory of their own
    Untraced,
    Scores,
    Logits,
    Stacks, // of values that a loop computes
    Copies, // of a category
    NewState, // of a category
    Operation, // results of one operation
    Line, // results of one source line
    Meaning, // of one category and role
};

/// Rows that one clause of an explanation is about.
struct PeakGroup {
    PeakSort sort = PeakSort::Operation;
    std::int64_t bytes = 0;
    std::vector<const ExplainedRow*> rows; // the largest first

    const ExplainedRow& first() const { return *rows.front(); }
    /// The value that all rows have, or an empty one.
    template <class Value>
    Value common(Value ExplainedRow::*member) const
    {
        const bool isCommon
            = std::ranges::all_of(rows, [&](const ExplainedRow* row) { return row->*member == first().*member; });
        return isCommon ? first().*member : Value();
    }
    bool isOneSize() const { return common(&ExplainedRow::bytes) > 0; }
};

/// The rows that are live at the step and occupy bytes of their own. `meanings` may be null. `hasUntraced` is whether
/// temporary allocations outside rows.regions count whole. Errors: Cancelled. Cost: describes each row once.
Result<std::vector<ExplainedRow>> peakRows(const Rows& rows, StepId step, const RowMeanings* meanings, bool hasUntraced,
                                           const Progress& progress);

/// The groups of all rows, the largest first. They refer to `rows`.
std::vector<PeakGroup> peakGroups(const std::vector<ExplainedRow>& rows);

/// The temporary rows of the largest source line, else of the largest category and role, if these are at least
/// `least` bytes. Otherwise a group without rows. Refers to `rows`.
PeakGroup largestKind(const std::vector<ExplainedRow>& rows, std::int64_t least);

} // namespace tidemark
