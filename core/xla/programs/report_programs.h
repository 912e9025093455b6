#pragma once

#include "core/xla/programs/program_file.h"

namespace tidemark::xla {

// Endings of the reports that XLA writes next to a dump, after the name of the dumped stage.
inline constexpr std::string_view kAssignmentEnding = "-buffer-assignment.txt";
inline constexpr std::string_view kLiveRangeEnding = "-live-range.txt";
inline constexpr std::string_view kUsageEnding = "-memory-usage-report.txt";
inline constexpr std::string_view kUsageProtoEnding = "-memory-usage-report.pb";

/// Returns the path of a report without its ending; nullopt for another file.
std::optional<std::string_view> stemOfReport(std::string_view path);

/// Makes programs from reports. If the .hlo.pb of the same stage is opened, too, and can be read, it is the program and
/// the reports are left out. Otherwise all reports of a stage are one program, made from the most detailed one: the
/// buffer assignment with the live ranges, then the memory usage. A buffer assignment and live ranges are combined even
/// if only one of the two is opened and the other is in the same folder. A report that cannot be read is a warning if
/// another one can. Cost: decodes the programs that have reports in the same folder, in parallel. Returns false when
/// cancelled.
bool joinReports(std::vector<ProgramFile>& files, const Progress& progress = {});

} // namespace tidemark::xla
