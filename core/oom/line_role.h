#pragma once

#include "core/oom/head.h"

#include <string_view>

namespace tidemark::oom {

/// What a line of a message is, by how it begins.
enum class Role {
    Unknown, // or the rest of the line before, which something has wrapped
    Blank,
    Sentence,
    Remark, // belongs to a message and says nothing about memory
    // Headings, of which a message has each once
    Total, // "Total hbm usage >= 41.74G:"
    Output, // "Output size 0B; shares 0B with arguments."
    Program, // "Program hbm requirement 41.22G:"
    Capacity, // "HBM capacity 8.00G:"
    Heap, // "Heap allocator status:"
    Persistent, // "Persistent allocations include some or all of:"
    Largest, // "Largest program allocations in hbm:"
    GpuTitle, // "BufferAssignment OOM Debugging."
    GpuStats, // "BufferAssignment stats:"
    GpuPeak, // "Peak buffers:"
    // Lines below them
    Item, // "reserved  528.00M"
    Entry, // "1. Size: 32.00G", "Buffer 1:"
    Field, // "Shape: f32[8]{0}"
    Chunk, // "InUse at 0x7f94a939ca00 of size 917504"
    Statistic, // "Limit:  12345", and other lines of an allocator
};

bool isHeading(Role role);
/// Whether a message may be known by such a line alone.
bool isTelling(Role role);
/// What messages of the family may hold, of those above.
bool isOf(Role role, Family family);
/// That a heading makes one of the family, where no sentence does.
Family familyOf(Role role);

/// `line` without blanks around it. REQUIRES: it is no sentence of headPhrases()
Role roleOf(std::string_view line);

/// A line of a chunk, taken apart.
struct ChunkLine {
    std::uint64_t address = 0;
    std::int64_t size = 0;
    bool isFree = false;
};
std::optional<ChunkLine> readChunk(std::string_view line);

/// "reserved(Infeed/Outfeed/Continuations) 529.00M (…": the name in front of the first amount, and what stands from
/// there on. `rest` is empty where no amount is, and "unknown size" where the message says so.
struct NamedAmount {
    std::string_view name;
    std::string_view rest;
};
NamedAmount dividedAtAmount(std::string_view line);

} // namespace tidemark::oom
