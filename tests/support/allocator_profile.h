#pragma once

#include "core/history/recording.h"
#include "proto/xplane.pb.h"

#include <cstdint>
#include <string>
#include <vector>

namespace tidemark::test {

/// One event of an allocator in a built profile.
struct BuiltAllocation {
    std::int64_t offset = 0; // picoseconds since the begin of the line
    bool isFree = false;
    std::uint64_t address = 0;
    std::int64_t size = 0;
    std::int64_t heap = 0; // afterwards
    std::string op;
    std::string allocator = "GPU_0_bfc"; // empty: index_on_host is stated instead
    std::int64_t index = 0;
};

/// Builds an XSpace in the layout of current profilers.
class AllocatorProfile
{
public:
    static constexpr std::int64_t kCapacity = 1000000;
    static constexpr std::int64_t kStack = 1000;

    AllocatorProfile();

    proto::XSpace& space() { return m_space; }
    proto::XPlane& host() { return *m_space.mutable_planes(0); }
    /// Adds a line of the host. It begins at so many nanoseconds.
    proto::XLine& line(const std::string& name, std::int64_t begin);
    /// Adds an event with every stat that TensorFlow writes. Texts are references if `areReferences`.
    proto::XEvent& add(proto::XLine& line, const BuiltAllocation& allocation, bool areReferences = true);
    /// Adds an event of another kind.
    void addOther(proto::XLine& line);
    /// Adds a device with two runs of a program, and a step.
    proto::XPlane& device(const std::string& name, std::int64_t begin);

    std::int64_t statId(const std::string& name) { return statId(host(), name); }
    static std::int64_t statId(proto::XPlane& plane, const std::string& name);
    static std::int64_t eventId(proto::XPlane& plane, const std::string& name);
    /// Serialized in the same order each time, so that tests can name places in it.
    std::string bytes() const;

private:
    proto::XSpace m_space;
};

/// A file of two lines, two allocators and a device, in about 2 KB.
std::string smallAllocatorProfile();

/// "GPU_0_bfc +0x1000 256" for each event that has an address and a size, sorted. An independent decoding with
/// protobuf's classes.
std::vector<std::string> allocationsIn(const proto::XSpace& space);
/// The same of a recording.
std::vector<std::string> allocationsIn(const history::Recording& recording);
/// Whether a recording or one of its memories has a warning.
bool hasWarnings(const history::Recording& recording);

/// Whether sizes, ids and orders hold that every reader promises. Returns what does not.
std::string brokenRecording(const history::Recording& recording);

} // namespace tidemark::test
