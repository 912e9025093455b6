#pragma once

#include <string>
#include <string_view>

namespace tidemark {

/// A line of a log as the program wrote it that it is of.
struct LogLine {
    std::string text;
    std::string
        rank; // who wrote it, as the log tells: "3", "1,0", "EngineCore_DP0", "pid=17 ip=10.0.0.1"; empty: it does not
    std::string sender; // what of a logger's prefix tells writers apart, and is no rank: a thread, a host and process
    std::string
        outer; // that stood before a logger's own prefix, and was taken away: "srun:"; lines without have it, too
    enum class Blank { None, Taken, Missing } blank = Blank::None; // between the prefixes at the front and the text

    /// Who wrote it is also told by the line that it stands in.
    void takeWriter(LogLine&& around);
};

/// Without colours and other controls, and without what loggers and launchers put before each line: times, levels,
/// places in sources (glog, absl, logging, vLLM, loguru, tt-metal), ranks (torchrun, mpirun, srun, Ray, containers).
LogLine cleanLine(std::string_view raw);
/// The same of a text that has no controls.
LogLine withoutPrefixes(std::string text);

/// What stands before all that is known to stand before `end`: "node3:" of "node3: 2026-01-02 12:00:00 ERROR " and what
/// follows.
std::string_view unknownBefore(std::string_view text, std::size_t end);

} // namespace tidemark
