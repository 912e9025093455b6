#pragma once

#include "core/oom/report.h"

#include <string>

namespace tidemark::oom {

/// What the message says, in one sentence: "Needs 300 GiB, 284.2 GiB above the 15.75 GiB of HBM."
std::string headlineOf(const Report& report);

} // namespace tidemark::oom
