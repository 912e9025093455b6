#pragma once

#include "proto/hlo.pb.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace tidemark::test {

/// A HloProto from lines like these:
///
///     temp 4096                     an allocation: temp, param N, output, constant or local, and its size in bytes;
///       a 0 1024 f32[16,16]         its buffers: name, offset, size and, if wanted, shape and
///                                   "space S", where it is not the allocation's
///       b 1024 1024
///     param 0 512 output space 1    further words: output, constant, tuple, space S
///       p 0 512
///     trace +a +b -a c=b -c -b      events: + allocates, - frees, c=b: c shares with b
///
/// Each buffer is defined by an instruction of its own and has its number: the first one 1. In "p{1,0}" the braces are
/// the shape index. Indentation is free, '#' starts a comment. Throws std::invalid_argument on a line it does not know.
proto::HloProto planFromText(std::string_view text);

/// "f32[4,8]" with the layout that a compiler would write for it, row-major.
proto::ShapeProto shapeFromText(std::string_view text);

std::string hloBytes(std::string_view text);

/// One program of a container.
struct NamedHlo {
    std::string name; // "jit_step(7)"
    std::string hlo; // serialized
};

/// How a container is laid out; the defaults are what profilers of today write.
struct ContainerStyle {
    std::string hloStat = "Hlo Proto";
    bool planeNameLast = false; // name, and names of stats, behind everything else
    bool hasProgramIdStat = true;
    bool deviceFirst = true;
    std::size_t deviceEvents = 3;
    std::vector<std::string> hostnames = {"worker-0"};
    std::string deviceName = "/device:TPU:0";
    std::string deviceType; // stat device_type_string of the device plane
    std::uint64_t deviceMemory = 0; // stat memory_size
};

/// The event metadata of the plane /host:metadata, as its serialized fields: one entry per module.
std::string moduleEntries(const std::vector<NamedHlo>& modules, const ContainerStyle& style = {});

/// A serialized XSpace.
std::string containerBytes(const std::vector<NamedHlo>& modules, const ContainerStyle& style = {});

} // namespace tidemark::test
