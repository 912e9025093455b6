#pragma once

#include "core/oom/report.h"
#include "core/view/figures.h"

namespace tidemark::oom {

/// What a message asks for: what is needed in all, or else what was asked for when there was no more. Absent: it does
/// not say.
std::optional<std::int64_t> askedBytes(const Report& report);

/// The figures of a message. `parts`: what is listed, by its kind. The capacity is the message's limit, unless a device
/// is chosen.
Figures figuresOf(const Report& report, const std::vector<Part>& parts, const Device* chosen);

} // namespace tidemark::oom
