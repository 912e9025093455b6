#pragma once

#include <tidemark/result.h>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace tidemark {

/// The needs of one memory of a program, in bytes. Absent values are unknown.
struct MemoryOutline {
    std::int64_t memory = 0;
    std::optional<std::string> name; // "HBM"
    std::string text; // "HBM (0)", "space 8"
    /// The peak in the tool that made the file. Absent if that tool shows none.
    std::optional<std::int64_t> upstreamPeakBytes;
    /// The peak of the level. For a message it is the needed size, of which the level lists a part.
    std::optional<std::int64_t> peakBytes;
    std::optional<std::int64_t> totalBytes; // allocated bytes
    bool isPeakLeast = false; // the peak is a lower bound
};

/// A program of an opened file. A message and a run of a training log are programs as well.
struct Program {
    std::string path; // the path of its file
    std::string host; // the worker or rank that ran it; empty if unknown
    std::string session; // the folder of the file inside the opened folder; may be empty
    std::string name; // "jit_train_step"; may hold any bytes
    std::optional<std::uint64_t> id; // absent if the file does not state it
    std::optional<std::uint64_t> bytes; // its size in the file; absent if it is no separate part
    std::string document; // the kind of document: "xla", "oom" for a message
    bool hasPlan = false; // the file has the memory plan of the compiler
    std::vector<MemoryOutline> memories; // the memories that it uses, ascending by number
    std::optional<Error> error; // the reason why there are none
};

} // namespace tidemark
