#pragma once

#include "core/xla/plan/hlo_module.h"

#include <cstdint>
#include <map>

namespace tidemark::xla {

/// How the arguments of a partitioned program are distributed over its devices.
struct Shardings {
    std::int64_t devices = 1; // over which the program is partitioned; 1 if the file has no number
    /// By parameter number: how many devices hold the same part of the argument. Arguments that are not in it are
    /// unknown.
    std::map<std::int64_t, std::int64_t> copies;
};

/// Reads the shardings of a module's parameters. Source of the rule: OpSharding in xla_data.proto, and the annotations
/// that the SPMD partitioner leaves in a module. A damaged sharding counts as unknown. Cost: one walk over the fields
/// of the module.
Shardings readShardings(const HloModule& module);

} // namespace tidemark::xla
