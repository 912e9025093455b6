#pragma once

#include "core/text/line_tag.h"
#include "core/text/log_line.h"

#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace tidemark {

/// Tells who wrote each line of a log, also where that stands in prefixes that cleanLine() does not know. They are
/// learned: where in a line words begin that its program is known to write, all before them is a prefix, and other
/// lines that begin in the same way have one, too. Words and numbers in it that differ are of different writers, but
/// for numbers that only grow from line to line: they count lines, or tell the time. Lines are held back until those
/// after them are known: at most kMostHeld, or until flush().
class LineWriters
{
public:
    static constexpr std::size_t kMostHeld = 2048;
    static constexpr std::size_t kMostBytes = std::size_t{4} << 20;

    /// Where in a cleaned line known words begin: 0 if it has no prefix, npos where it is not known.
    struct Start {
        std::size_t at = std::string_view::npos;
        bool isSure = false; // what is before it is a prefix; else it may be words as well
    };
    struct Line {
        std::uint64_t number = 0; // in the log
        LogLine line; // its text without a prefix that is learned
        std::string tag; // what of that prefix tells its writer from others of the same rank; empty: nothing
        bool hasPrefix = false; // that is learned
        bool hasWords = false; // something like a prefix stands before known words
        std::vector<std::string> literals; // passed through

        /// Rank and tag.
        std::string writer() const;
    };

    /// `sink` must not call it.
    LineWriters(std::function<Start(std::string_view)> start, std::function<void(Line&&)> sink);

    /// The next line: it is passed on to the sink in its turn.
    void add(Line&& line);
    /// What comes next does not follow what is held.
    void flush();
    /// What a line is has become clear: `read` may change each that is held, or say that it is none of the log.
    void reread(const std::function<bool(Line&)>& read);
    bool isHolding() const { return !m_held.empty(); }
    /// REQUIRES: isHolding()
    const Line& lastHeld() const { return m_held.back().line; }
    /// REQUIRES: isHolding()
    std::uint64_t firstHeld() const { return m_held.front().line.number; }

private:
    /// What stands before known words, or in its place any text that differs in digits alone.
    struct Before {
        std::string text;
        bool isOuter = false; // it is a line's `outer`
        std::string shape; // empty: it is nothing like a prefix
        std::string words; // of the tag
    };
    struct Held {
        Line line;
        Start start;
        std::shared_ptr<const Before> before; // null: nothing is
        LineTag tag; // of length 0: none
    };
    /// What is known of the lines that have the same words before them.
    struct Numbers {
        std::vector<bool> isName;
    };
    struct Shape {
        std::set<std::string> words; // of tags before known words
        std::size_t lines = 0; // that these were found in
        bool isPrefix = false;
    };
    /// Of the lines of one rank.
    struct Prefixes {
        std::map<std::string, Shape> shapes;
        std::map<std::string, Numbers> numbers; // by words
        bool isTight = false; // no blank divides from the text what tells the rank
    };

    void learn();
    void look(Held& held);
    void lookBefore(Held& held);
    std::shared_ptr<const Before> knownBefore(std::string_view text, bool isOuter);
    static void learnShapes(Prefixes& prefixes, const std::vector<Held*>& lines);
    static void learnNames(Prefixes& prefixes, const std::vector<Held*>& lines);
    static LineTag tagOf(const Prefixes& prefixes, const Held& held);
    static void takePrefix(const Prefixes& prefixes, Held& held);
    void keepWhole(Held& held);
    void pass(std::size_t count);

    std::function<Start(std::string_view)> m_start;
    std::function<void(Line&&)> m_sink;
    std::vector<Held> m_held;
    std::size_t m_bytes = 0;
    std::deque<std::shared_ptr<const Before>> m_befores; // the last ones that differ in more than digits
    std::map<std::string, Prefixes> m_prefixes; // by rank
};

} // namespace tidemark
