#pragma once

#include "proto/hlo.pb.h"

#include <string>
#include <vector>

namespace tidemark::test {

/// Returns the folder of the small samples in the repository.
std::string dataFolder();

/// Returns every readable profile of tests/data and of the folder named by TIDEMARK_SAMPLES if it is set; no text
/// reports.
std::vector<std::string> samplePaths();

/// A module of a sample: its title and its serialized HloProto.
struct SampleModule {
    std::string title;
    std::string bytes;
};
/// Returns the modules of all samples. Modules with equal bytes are returned once, modules above `limit` bytes are left
/// out.
std::vector<SampleModule> sampleModules(std::size_t limit = std::size_t{1} << 40);

/// Returns the same capture with only a few of the event kinds and lines of its device planes. For tests of damage the
/// omitted ones add nothing new.
std::string withFewerEvents(const std::string& capture);

} // namespace tidemark::test
