#pragma once

#include <string>
#include <string_view>

namespace tidemark {

/// A line of a log without the prefixes that other programs added.
struct LogLine {
    std::string text;
    std::string rank; // the writer in the log's own words: "3", "1,0", "pid=17 ip=10.0.0.1"; empty if not stated
    std::string sender; // identifies the writer without a rank: a thread, or a host and process

    /// Takes the writer of the line around this text, unless the text names its own.
    void takeWriter(LogLine&& around);
};

/// Removes colours, other controls, and the prefixes of loggers and launchers: times, levels, source positions (glog,
/// absl, logging, vLLM, loguru, tt-metal), marks of pytest, and ranks (torchrun, mpirun, srun, Ray, containers).
LogLine cleanLine(std::string_view raw);
} // namespace tidemark
