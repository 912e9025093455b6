#pragma once

#include "core/xla/plan/hlo_module.h"

#include <cstdint>
#include <map>

namespace tidemark {

/// How the arguments of a partitioned program lie on its devices.
struct Shardings {
    std::int64_t devices = 1; // that the program is partitioned over; 1 where the file does not tell
    /// Devices that hold the same part of an argument, by the number of its parameter; those of arguments that are not
    /// in it are not known.
    std::map<std::int64_t, std::int64_t> copies;
};

/// Source of the rule: OpSharding in xla_data.proto; the annotations of a module that the SPMD partitioner has been at.
/// What is damaged is not known. Cost: one walk over the fields of the module.
Shardings readShardings(const HloModule& module);

} // namespace tidemark
