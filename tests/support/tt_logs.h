#pragma once

#include "core/tenstorrent/tt_train/train_log_reader.h"

#include <algorithm>
#include <cstdio>
#include <sstream>
#include <string>
#include <vector>

namespace tidemark::test {

/// Returns the lines without their line ends.
inline std::vector<std::string> linesOf(const std::string& text)
{
    std::vector<std::string> lines;
    std::istringstream stream(text);
    for (std::string line; std::getline(stream, line);)
        lines.push_back(line);
    return lines;
}

/// Returns a phase of a summary, in MB: `peak` is the segment peak and the cumulative peak, `current` is in use after
/// it.
inline std::string groupText(const std::string& name, double peak, double current)
{
    char numbers[400];
    std::snprintf(numbers, sizeof numbers,
                  "  DRAM: Segment Peak %.2f MB, Allocations %.2f MB, Deallocations 0.00 MB, Segment Change %+.2f MB\n"
                  "  DRAM: Cumulative Peak %.2f MB, Cumulative Current %.2f MB\n"
                  "  L1: Peak CB 0.50 MB, Peak Buffer 0.00 MB, Peak Total 0.50 MB\n",
                  peak, current, current, peak, current);
    return "--- " + name + " ---\n" + numbers;
}

constexpr const char* kTotals = "\n=== Final Totals ===\nOverall DRAM Peak: 100.00 MB, Final DRAM Usage: 7.00 MB\n\n";

/// Returns a whole summary of such phases. The name of the first group is on its second line.
inline std::string summaryText(const std::string& groups)
{
    return "=== Memory Usage Summary ===\n" + groups + kTotals;
}

/// Reads a log in blocks of `block` bytes.
inline tt::Runs readTtLog(const std::string& text, std::size_t block = 4096)
{
    tt::TrainLogReader reader;
    for (std::size_t at = 0; at < text.size(); at += block)
        reader.push(std::string_view(text).substr(at, block));
    return reader.finish();
}

} // namespace tidemark::test
