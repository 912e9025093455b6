#pragma once

#include "core/view/view.h"

namespace tidemark {

/// Explains the peak of a view in one or two sentences. If its kind of document has no explanation, returns the text of
/// a message or names the largest part of the peak. Error of kind Cancelled.
Result<std::string> sentenceOf(const View& view, const Figures& figures, const Progress& progress = {});

/// The program, host and memory of a view: "jit_step(137) on w-0, HBM (0)".
std::string subjectOf(const View& view);

} // namespace tidemark
