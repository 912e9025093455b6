#pragma once

#include "proto/hlo.pb.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace tidemark::test {

/// Builds a HloProto from lines like these:
///
///     temp 4096                     an allocation: temp, param N, output, constant or local, and its size in bytes;
///       a 0 1024 f32[16,16]         its buffers: name, offset, size and, if wanted, shape and
///                                   "space S", where it is not the allocation's
///       b 1024 1024
///     param 0 512 output space 1    further words: output, constant, tuple, space S
///       p 0 512
///     trace +a +b -a c=b -c -b      events: + allocates, - frees, c=b: c shares with b
///
/// Each buffer is defined by an instruction of its own and has the number of that instruction; the first number is 1.
/// In "p{1,0}" the braces are the shape index. Indentation is free, '#' starts a comment. Throws std::invalid_argument
/// on an unknown line.
proto::HloProto planFromText(std::string_view text);

/// Parses "f32[4,8]" and adds the row-major layout that a compiler would write for it.
proto::ShapeProto shapeFromText(std::string_view text);

std::string hloBytes(std::string_view text);

/// One program of a container.
struct NamedHlo {
    std::string name; // "jit_step(7)"
    std::string hlo; // serialized
};

/// The layout of a container. The defaults are those of current profilers.
struct ContainerStyle {
    std::string hloStat = "Hlo Proto";
    bool planeNameLast = false; // puts the plane name and the stat names after everything else
    bool hasProgramIdStat = true;
    bool deviceFirst = true;
    std::size_t deviceEvents = 3;
    std::vector<std::string> hostnames = {"worker-0"};
    std::string deviceName = "/device:TPU:0";
    std::string deviceType; // stat device_type_string of the device plane
    std::uint64_t deviceMemory = 0; // stat memory_size
};

/// Returns the serialized event metadata fields of the plane /host:metadata: one entry per module.
std::string moduleEntries(const std::vector<NamedHlo>& modules, const ContainerStyle& style = {});

/// Returns a serialized XSpace.
std::string containerBytes(const std::vector<NamedHlo>& modules, const ContainerStyle& style = {});

} // namespace tidemark::test
