#pragma once

#include "core/oom/report.h"

#include <string>

namespace tidemark::oom {

/// Returns the message in one sentence: "Over by 284.2 GiB: needs 300 of 15.75 GiB of HBM for HLO temporaries."
std::string headlineOf(const Report& report);

} // namespace tidemark::oom
