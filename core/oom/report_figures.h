#pragma once

#include "core/oom/report.h"
#include "core/view/figures.h"

namespace tidemark::oom {

/// What a message asks for: what is needed in all, or else what was asked for when there was no more. Absent: it does
/// not say.
std::optional<std::int64_t> askedBytes(const Report& report);

/// What others had of the memory when room for a program or buffer was asked for: as a table of the capacity says it,
/// else the limit less what was free. Empty: it does not say.
std::vector<Part> takenBefore(const Report& report);

/// What a plan on a GPU is made of, as its figures say; what is counted twice, with arguments that are donated, is with
/// the outputs. Empty: the message does not say, or its figures do not add up.
std::vector<Part> partsOfPlan(const Report& report);

/// The figures of a message. `parts`: what is listed, by its kind. The capacity is the message's limit, unless a device
/// is chosen.
Figures figuresOf(const Report& report, const std::vector<Part>& parts, const Device* chosen);

} // namespace tidemark::oom
