#pragma once

#include "proto/hlo.pb.h"

#include <string>
#include <vector>

namespace tidemark::test {

/// The folder of the small samples in the repository.
std::string dataFolder();

/// Every readable profile of tests/data, and of the folder that TIDEMARK_SAMPLES names when it is set; no text reports.
std::vector<std::string> samplePaths();

/// A module of a sample: what to call it, and its serialized HloProto.
struct SampleModule {
    std::string title;
    std::string bytes;
};
/// Of all samples; modules with equal bytes once. Those above `limit` bytes are left out.
std::vector<SampleModule> sampleModules(std::size_t limit = std::size_t{1} << 40);

/// The same capture with a few of the many kinds of events that its device planes name, and of their lines: as damage
/// goes, the rest is more of the same.
std::string withFewerEvents(const std::string& capture);

} // namespace tidemark::test
