#pragma once

#include <string>
#include <string_view>

namespace tidemark {

/// A line of a log without the prefixes that other programs added.
struct LogLine {
    std::string text;
    std::string rank; // the writer in the log's own words: "3", "1,0", "pid=17 ip=10.0.0.1"; empty if not stated
    std::string sender; // identifies the writer without a rank: a thread, or a host and process
    std::string outer; // removed from before the logger's own prefix: "srun:"; lines without that prefix have it too
    enum class Blank { None, Taken, Missing } blank = Blank::None; // between the prefixes at the front and the text

    /// Whether the line around it also identifies the writer.
    void takeWriter(LogLine&& around);
};

/// Removes colours, other controls, and the prefixes of loggers and launchers: times, levels, source positions (glog,
/// absl, logging, vLLM, loguru, tt-metal) and ranks (torchrun, mpirun, srun, Ray, containers).
LogLine cleanLine(std::string_view raw);
/// The same for a text without control characters.
LogLine withoutPrefixes(std::string text);

/// Returns the text in front of all known prefixes before `end`: "node3:" for "node3: 2026-01-02 12:00:00 ERROR …".
std::string_view unknownBefore(std::string_view text, std::size_t end);

} // namespace tidemark
