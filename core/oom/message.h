#pragma once

#include "core/devices/platform.h"
#include "core/text/amount.h"
#include "core/view/check.h"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace tidemark::oom {

/// The kind of out-of-memory error, from the message's sentence. Only recent messages have codes.
enum class Kind {
    Compile, // a program needs more than the memory
    Scoped, // one scoped allocation is above its limit
    TooLarge, // one allocation is above the memory
    RuntimeAllocation, // a buffer at run time
    ProgramLoad, // the memory for loading a program
    GpuPlan, // a request on a GPU, with the figures of the buffer assignment
    Bfc, // a dump of TensorFlow's and JAX's allocator on GPUs
    GpuShort, // a request on a GPU, only with its size
    Device, // a request to an accelerator that is neither a GPU nor a TPU
    Host, // a request for memory of the host, or a process that was killed because the host has no more
    GpuProgramLoad, // the memory for the code of a program on a GPU
    SharedMemory, // the shared memory of a kernel on a GPU
    TtAllocation, // Tenstorrent's allocator
    TtProgram, // the circular buffers of a Tenstorrent program
    WrongArgument, // an argument has not the size that the program was compiled for
    Serving, // a program that serves models has checked its memory before it starts
    Unknown, // an error whose status is about memory; its words are in no form
    State, // a line that states memory; nothing has failed
};
/// "compile", "runtime_allocation" …
std::string_view kindName(Kind kind);

/// A figure of the message with its name in the message: "Program hbm requirement: HLO temp".
struct Figure {
    std::string name;
    std::optional<Amount> amount; // absent if the message calls it unknown
};

/// A part of a message's text, in bytes.
struct TextRange {
    std::size_t begin = 0;
    std::size_t end = 0;
    bool isEmpty() const { return begin >= end; }
    bool holds(std::size_t at) const { return begin <= at && at < end; }
};

/// An allocation that the message lists, or a chunk of an allocator. Fields that the message does not state are empty
/// or absent.
struct Allocation {
    std::optional<std::int64_t> number;
    std::optional<Amount> size;
    std::optional<Amount> unpadded;
    std::optional<Amount> padding; // "Extra memory due to padding"
    std::optional<double> paddingFactor; // "32.0x expansion"
    std::string shape;
    std::string opName;
    std::string opType;
    std::string sourceFile;
    std::optional<std::int64_t> sourceLine;
    std::string label; // XLA's label of the instruction, which XLA may cut by "..."; or the tag of an allocation
    std::string tag; // set only if there is a label as well
    std::string allocationType;
    std::optional<std::uint64_t> address;
    TextRange place; // position in the message's text
};

/// A share that the message states in percent, of two of its figures: "24.2% utilization".
struct Share {
    std::string name; // "HLO temp utilization"
    double percent = 0;
    double rounding = 0; // half the value of the last digit
    std::optional<Amount> part;
    std::optional<Amount> whole;
};

/// Describes a message that ends too early: at the end of its log, before other lines of the log, or at the largest
/// size that is read of one message.
struct Cut {
    std::vector<std::string> missing; // "the limit", "the rest of allocation 3"; empty if nothing seems missing
    std::string section; // the heading with missing lines: "Program hbm requirement"
    bool isInAllocation = false; // the last allocation is incomplete
};

/// One out-of-memory message. Fields that the message does not state, or calls unknown, are absent or empty.
struct Message {
    std::uint64_t line = 0; // line of the log at which the message starts, from 1
    std::string rank; // rank of the writer, see LogLine
    Kind kind = Kind::Compile;
    std::string_view form; // Form::id; empty for a fragment without sentences
    std::string code; // "E1000"
    std::string module;
    std::string device; // "0x0x1_HBM0", "GPU_0_bfc"
    std::string memory; // "hbm", "vmem"
    std::string purpose; // what the needed memory is for: "temporaries"
    std::optional<Amount> needed;
    std::optional<Amount> limit;
    std::optional<Amount> exceeded;
    std::optional<Amount> requested;
    std::optional<Amount> free;
    std::optional<Amount> reserved;
    std::optional<Amount> reservable;
    std::optional<std::int64_t> banks; // number of banks of a Tenstorrent memory
    std::vector<Figure> figures; // in the order of the text
    std::vector<std::pair<std::string, std::string>> words; // other captures of its form: names and texts
    std::vector<Allocation> allocations;
    std::vector<Share> shares;
    std::vector<Check> checks;
    Cut cut;
    std::uint64_t timesLogged = 1; // number of times that the log has this event, see EventMerger
    std::string text; // as the program wrote it, lines separated by line feeds
    std::vector<TextRange> amounts; // positions in `text` of the amounts that were read, unordered; some span lines

    const Amount* figure(std::string_view name) const; // null if absent or unknown
    std::string word(std::string_view name) const; // empty if absent
    /// Returns what PyTorch has reserved but not allocated, as the message states it or as the difference of both.
    std::optional<std::int64_t> unallocated() const;
    /// Returns the heading of the capacity table, "HBM capacity". Empty if there is none.
    std::string capacityHeading() const;
};

/// The platform of the device that a message is about.
Platform platformOf(const Message& message);
/// Whether a program of this platform can have the message. An unknown platform, of either, matches.
bool isOfPlatform(const Message& message, Platform platform);

/// The memory that a message is about, as choices and tables show it.
struct MemoryName {
    std::int64_t number = 0; // TPU: memory space; Tenstorrent: DRAM 0, L1 1, L1_SMALL 2, TRACE 3
    std::string name; // "HBM", "device memory"
    std::string text; // "HBM (0)", "device memory"
};
MemoryName memoryOf(const Message& message);

/// Separates a heading and its item in the name of a figure: "Program hbm requirement: arguments".
constexpr std::string_view kItemSeparator = ": ";
/// Returns whether a figure is an item directly below a heading.
bool isItemOf(const Figure& figure, std::string_view heading);

/// The amounts in the sentences of messages, in the order of every list.
struct MainFigure {
    const char* id; // for programs
    const char* label; // for people
    const char* words; // the label inside a sentence
    std::optional<Amount> Message::*amount;
};
inline constexpr std::array kMainFigures = {
    MainFigure{"needed_bytes", "Needed", "needed", &Message::needed},
    MainFigure{"limit_bytes", "Limit", "limit", &Message::limit},
    MainFigure{"exceeded_bytes", "Exceeded by", "exceeded by", &Message::exceeded},
    MainFigure{"requested_bytes", "Asked for", "asked for", &Message::requested},
    MainFigure{"free_bytes", "Free", "free", &Message::free},
    MainFigure{"reserved_bytes", "Reserved", "reserved", &Message::reserved},
    MainFigure{"reservable_bytes", "Reservable", "reservable", &Message::reservable},
};

} // namespace tidemark::oom
