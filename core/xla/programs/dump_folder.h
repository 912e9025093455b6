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

/// Makes programs from the files that XLA dumps (--xla_dump_to, --xla_dump_hlo_as_proto):
/// module_<number>.<name>.<stage>.hlo.pb, one file for each stage of a module. Only the stage after_optimizations holds
/// the plan; on CPU and GPU the platform's name comes before the stage. The stage after_codegen holds the module as it
/// runs, with the scoped memory of its kernels and the same instruction ids. target_arguments (.txt or .pb) holds the
/// device. The file with the plan, or the program made from its text reports, becomes the program. It takes the other
/// two files from the same folder if they exist. Other stages of that module are removed from `files`. A damaged
/// after_codegen is a warning. Files that are no dumps stay. Cost: decodes every after_codegen, in parallel. Returns
/// false when cancelled.
bool joinDumps(std::vector<ProgramFile>& files, const Progress& progress = {});

} // namespace tidemark::xla
