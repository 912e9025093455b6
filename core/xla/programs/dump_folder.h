#pragma once

#include "core/xla/programs/program_file.h"

namespace tidemark::xla {

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
