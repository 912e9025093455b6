#pragma once

#include "core/oom/forms.h"
#include "core/text/phrase_finder.h"

namespace tidemark::oom {

/// The role of a line in a message, from its beginning.
enum class Role {
    Unknown, // any other line, also the rest of a wrapped line
    Blank,
    Sentence,
    Remark, // part of a message that says nothing about memory
    // Headings; a message has each of them once.
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
    // Lines below the headings.
    Item, // "reserved  528.00M"
    Entry, // "1. Size: 32.00G", "Buffer 1:"
    Field, // "Shape: f32[8]{0}"
    Chunk, // "InUse at 0x7f94a939ca00 of size 917504"
    Statistic, // "Limit:  12345", and other lines of an allocator
};

bool isHeading(Role role);
/// Returns whether the line alone identifies a message. `line` has no blanks at its ends.
bool identifiesMessage(Role role, std::string_view line);
/// Returns whether a message of the family may contain a line of this role.
bool isOf(Role role, Family family);
/// The family of a message without sentences, from a heading.
Family familyOf(Role role);

/// Returns the role of a line. `line` has no blanks at its ends. REQUIRES: it is no sentence of headPhrases()
Role roleOf(std::string_view line);

/// The line without the "=====" before it, which ends the entry before. Markdown joins both lines.
std::string_view afterRule(std::string_view line);

/// The parts of a chunk's line; the size is in bytes.
struct ChunkLine {
    std::uint64_t address = 0;
    std::int64_t size = 0;
    bool isFree = false;
};
std::optional<ChunkLine> readChunk(std::string_view line);

/// A line divided at its first amount: "reserved(Infeed/Outfeed/Continuations) 529.00M (…". `name` is the text before
/// the amount; `rest` begins with the amount, or with "unknown size" if the message says so. `rest` is empty if there
/// is no amount.
struct NamedAmount {
    std::string_view name;
    std::string_view rest;
};
NamedAmount dividedAtAmount(std::string_view line);

/// Finds the words for which logs are searched: the words of all forms and of lines that identify a message.
const PhraseFinder& logWords();

/// Returns whether a text that starts with one of the words may belong to a message. Errors that are not about memory
/// have some of the statuses, too.
bool mayBeOfMessage(std::string_view fromWord);

} // namespace tidemark::oom
