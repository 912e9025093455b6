#pragma once

#include "core/devices/platform.h"
#include "core/xla/plan/hlo_parts.h"
#include "core/xla/reports/compiler_report.h"

namespace tidemark::xla {

/// A plan made from text reports.
struct ReportedPlan {
    HloParts parts;
    Platform platform = Platform::Unknown; // guessed from the layouts
};

/// Writes the report as the HloProto that a compiler would have written, so that the same code can read it. The heap
/// trace of each memory space is made from the live ranges of its temporary values, in the order of HeapSimulator::Run
/// of xla/service/heap_simulator: at each step first all values that begin, then all that end, by their ids. A value
/// that begins where another one is live shares its memory. Adds notices about the facts that the plan lacks. Memory
/// and cost: linear in the report, except that ranges are sorted.
ReportedPlan writePlan(CompilerReport& report, std::string_view moduleName, std::uint64_t moduleId);

} // namespace tidemark::xla
