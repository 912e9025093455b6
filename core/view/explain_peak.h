#pragma once

#include "core/base/progress.h"
#include "core/base/result.h"
#include "core/view/axis.h"
#include "core/view/explanation.h"
#include "core/view/figures.h"
#include "core/view/row_meanings.h"

#include <string>

namespace tidemark {

/// Explains the peak of a view with rows, in at most two sentences: what dominates, its share of the peak, and where it
/// is in the program and in the source code.
///
///     Peak in the backward pass (lm.py:56): six 512 MiB attention score matrices (lm.py:33) saved for it are 59 %.
///     97 % is what the program is given: KV cache 3.25 GiB, model parameters 1.22 GiB.
///     Over by 284.2 GiB: needs 300 of 15.75 GiB. One 200 GiB output (oom.py:12) is 67 %.
///     Nothing holds more than 8 %; the largest: two 4 MiB activations of mlp/dot_general (lm.py:41) are 8 %.
///
/// Amounts are occupied bytes at the first step of the peak, so memory that is re-used in place counts once. Where the
/// needed memory exceeds the capacity in `shown`, the first sentence says so. `meanings` may be null; categories are
/// used only where a rule has decided. Errors: Cancelled. Cost: describes each row that is live at the peak once.
Result<Explanation> explainPeak(const Rows& rows, StepId peakStep, const RowMeanings* meanings, const Figures& shown,
                                const Progress& progress = {});

/// Explains the peak of a view without rows by its parts: "Peak in phase BACKWARD_PASS: activations
/// are 83 %, 606.8 of 732.4 MiB."
Explanation explainParts(const Axis& axis, StepId peakStep, const Figures& shown);

/// "Over by %1: needs %2 of %3. " with its amounts, or nothing where the memory suffices or is not known. Adds to the
/// amounts of `explanation`.
void addExcess(const Figures& shown, Explanation& explanation);

/// "one" to "twelve", then digits.
std::string countWord(std::size_t count);

} // namespace tidemark
