#pragma once

#include "core/base/progress.h"
#include "core/include/tidemark/result.h"
#include "core/view/axis.h"
#include "core/view/explanation.h"
#include "core/view/figures.h"
#include "core/view/row_meanings.h"

#include <string>

namespace tidemark {

/// The memory whose peak is explained, and what the explanation uses besides its rows and figures.
struct ExplainedMemory {
    StepId peakStep{0};
    const RowMeanings* meanings = nullptr; // null: not known
    bool isHost = false; // the memory of the host, which a program uses for what it offloads
    std::int64_t hostBytes = 0; // what the program holds in memory of the host besides this memory
};

/// Explains the peak of a view with rows, in at most two sentences: what dominates, its share of the peak, and where it
/// is in the program and in the source code.
///
///     Peak in the backward pass (lm.py:56): six 512 MiB attention score matrices (lm.py:33) saved for it are 59 %.
///     97 % are arguments: KV cache 3.25 of 3.31 GiB, model parameters 1.22 of 1.30 GiB.
///     Over by 284.2 GiB: needs 300 of 15.75 GiB. One 200 GiB output (oom.py:12) is 67 %.
///     Peak in the backward pass (lm.py:33): four 128 MiB stacks bf16[8,16,256,2048] of mlp activations of 8 loop
///     iterations (lm.py:49) saved for it are 58 %.
///     62 % is padding: u8[128,128,42,42,4] takes 384 MiB for 110.2 MiB of data; one 384 MiB input copy is 39 %.
///     No op path holds more than 8 %: 210 activations of 3.11 GiB together saved for the backward pass are 62 %.
///
/// Amounts are occupied bytes at the first step of the peak, so memory that is re-used in place counts once. Where the
/// needed memory exceeds the capacity in `shown`, the first sentence says so. Categories are used only where a rule has
/// decided. Errors: Cancelled. Cost: describes each row that is live at the peak once.
Result<Explanation> explainPeak(const Rows& rows, const ExplainedMemory& memory, const Figures& shown,
                                const Progress& progress = {});

/// Explains the peak of a view without rows by its parts: "Peak in phase BACKWARD_PASS: activations
/// are 83 %, 606.8 of 732.4 MiB."
Explanation explainParts(const Axis& axis, StepId peakStep, const Figures& shown);

/// The reasons why the program cannot run: "Over by %1: needs %2 of %3. " and "Cannot be compiled: a kernel needs %1 of
/// VMEM, which has %2. ". Empty where the memory suffices or is not known. Adds to the amounts of `explanation`.
void addVerdict(const Figures& shown, Explanation& explanation);

/// "one" to "twelve", then digits. A part of a larger number has digits if the larger number has: "3 of 20".
std::string countWord(std::size_t count, std::size_t largest = 0);

/// "59 %%", for the text of an explanation. A part of the whole never reads as 0 % or 100 %. REQUIRES: whole > 0
std::string shareText(std::int64_t part, std::int64_t whole);

} // namespace tidemark
