#pragma once

#include "core/xla/programs/program_file.h"

namespace tidemark {

// Reports that XLA writes beside a dump, behind the name of the dumped stage.
inline constexpr std::string_view kAssignmentEnding = "-buffer-assignment.txt";
inline constexpr std::string_view kLiveRangeEnding = "-live-range.txt";
inline constexpr std::string_view kUsageEnding = "-memory-usage-report.txt";
inline constexpr std::string_view kUsageProtoEnding = "-memory-usage-report.pb";

/// The path of a report without its ending; nothing for another file.
std::optional<std::string_view> stemOfReport(std::string_view path);

/// Makes programs of reports. Where the .hlo.pb of the same stage is opened with them and can be read, it is the
/// program and they are left out. Else all of a stage are one program, out of the one that tells most: the buffer
/// assignment with the live ranges, also where only one of the two is opened and the other lies beside it; then the
/// memory usage. What cannot be read is a warning where another one can. Cost: decodes the programs that have reports
/// beside them, at the same time. False: cancelled.
bool joinReports(std::vector<ProgramFile>& files, const Progress& progress = {});

} // namespace tidemark
