#pragma once

#include "core/devices/platform.h"
#include "core/xla/plan/hlo_parts.h"
#include "core/xla/reports/compiler_report.h"

namespace tidemark {

/// A plan out of text reports.
struct ReportedPlan {
    HloParts parts;
    Platform platform = Platform::Unknown; // as layouts show it
};

/// Writes what reports say as the HloProto that a compiler would have written, so that everything reads them as it
/// reads that. The trace of each memory space comes out of the live ranges of its temporary values: at each step all
/// that begin, then all that end, in the order of their numbers, as HeapSimulator::Run of
/// xla/service/heap_simulator goes; what begins where another lives shares its memory. Warns of what the plan lacks.
/// Memory and cost: linear in the report, but for sorting the ranges.
ReportedPlan writePlan(CompilerReport& report, std::string_view moduleName, std::uint64_t moduleId);

} // namespace tidemark
