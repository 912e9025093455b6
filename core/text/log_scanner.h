#pragma once

#include "core/text/phrase_finder.h"

#include <functional>
#include <string>

namespace tidemark {

/// Goes once through a text of any size and hands out the lines around certain phrases: everything else is looked at no
/// closer than to find phrases and count lines. Keeps no more than a few MiB.
class LogScanner
{
public:
    /// A line without its end, and its number from 1; a longer one than kLongestLine comes in pieces of the same
    /// number. True: the next line is wanted, too.
    using Line = std::function<bool(std::uint64_t number, std::string_view line)>;
    static constexpr std::size_t kLongestLine = std::size_t{1} << 20;
    /// Whether a phrase is one that counts, by the text from it on: kAhead bytes, or up to its end.
    using Counts = std::function<bool(std::string_view fromPhrase)>;
    static constexpr std::size_t kAhead = 1000;

    /// `finder` must outlive it. Without `counts` all phrases do. Lines that start up to 4 KiB before one with a phrase are handed out before it, at
    /// least twelve where these start within 64 KiB, and three after it.
    LogScanner(const PhraseFinder& finder, Line line, Counts counts = nullptr);
    /// The next bytes of the text.
    void push(std::string_view bytes);
    /// There are no more.
    void finish();

private:
    void scan(bool isLast);
    /// Whether there was a phrase to go on to, or the text is to be continued.
    bool skipToPhrase(bool isLast);
    bool handOutLine(bool isLast);
    /// Of the first line that is to be handed out where a phrase is at `place`.
    std::size_t startOfLines(std::size_t place) const;
    void countLinesUpTo(std::size_t place);
    void forget();

    const PhraseFinder& m_finder;
    Line m_line;
    Counts m_counts;
    std::string m_text; // what is not done with, and some of what is
    std::size_t m_done = 0; // up to here there is no phrase, or all lines are handed out
    std::size_t m_handedOut = 0; // lines that start before have been
    std::size_t m_counted = 0;
    std::uint64_t m_number = 1; // of the line at m_counted
    std::size_t m_phrase = std::string::npos; // lines are handed out at least up to the one that it is in
    int m_after = 0; // lines still to be handed out after one with a phrase
    bool m_isWanted = false;
};

} // namespace tidemark
