#pragma once

#include "core/xla/programs/program_file.h"

namespace tidemark {

/// Makes programs of what XLA dumps (--xla_dump_to, --xla_dump_hlo_as_proto): module_<number>.<name>.<stage>.hlo.pb, a
/// file for each stage of a module. The plan lies in the stage after_optimizations alone, on CPU and GPU with their
/// names before it; the module as it runs, with the scoped memory of its kernels, in after_codegen, by the same ids of
/// instructions; the device in target_arguments, as .txt or as .pb. So the file with the plan is the program, with the
/// other two where they lie beside it, or what was made of its text reports, and the stages of a module that has one
/// are left out. A damaged after_codegen is a warning. What is no dump stays as it is. Cost: decodes every
/// after_codegen, at the same time. False: cancelled.
bool joinDumps(std::vector<ProgramFile>& files, const Progress& progress = {});

} // namespace tidemark
