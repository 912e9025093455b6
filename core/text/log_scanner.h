#pragma once

#include "core/text/phrase_finder.h"

#include <functional>
#include <string>

namespace tidemark {

/// Reads a text of any size once and passes on the lines around certain phrases. Other text is only searched for
/// phrases and line ends. Memory: a few MiB.
class LogScanner
{
public:
    /// Gets a line without its end, and its number from 1. A line longer than kLongestLine comes in pieces with the
    /// same number. Returns whether the next line is wanted too.
    using Line = std::function<bool(std::uint64_t number, std::string_view line)>;
    static constexpr std::size_t kLongestLine = std::size_t{1} << 20;
    /// Decides whether a phrase counts, given the text from its start: kAhead bytes, or fewer at the end.
    using Counts = std::function<bool(std::string_view fromPhrase)>;
    static constexpr std::size_t kAhead = 1000;

    /// `finder` must outlive the scanner. Without `counts` every phrase counts. Lines that start up to 4 KiB before a
    /// line with a phrase are passed on before it (at least twelve lines if they start within 64 KiB), and three lines
    /// after it.
    LogScanner(const PhraseFinder& finder, Line line, Counts counts = nullptr);
    /// Adds the next bytes of the text.
    void push(std::string_view bytes);
    /// Ends the text.
    void finish();

private:
    void scan(bool isLast);
    /// Returns whether there is a phrase to continue with, or more text is needed.
    bool skipToPhrase(bool isLast);
    bool handOutLine(bool isLast);
    /// Returns the start of the first line to pass on when a phrase is at `place`.
    std::size_t startOfLines(std::size_t place) const;
    void countLinesUpTo(std::size_t place);
    void forget();

    const PhraseFinder& m_finder;
    Line m_line;
    Counts m_counts;
    std::string m_text; // the text that is not finished, and some finished text before it
    std::size_t m_done = 0; // up to this position there is no phrase, or all lines are passed on
    std::size_t m_handedOut = 0; // lines that start before this position are passed on
    std::size_t m_counted = 0;
    std::uint64_t m_number = 1; // number of the line at m_counted
    std::size_t m_phrase = std::string::npos; // the next phrase; lines are passed on at least up to its line
    int m_after = 0; // number of lines still to be passed on after a line with a phrase
    bool m_isWanted = false;
};

} // namespace tidemark
