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

/// Finds out who wrote each line of a log, also from prefixes that cleanLine() does not know. It learns these prefixes:
/// if a line contains words that the program is known to write, everything before the words is a prefix, and other
/// lines that begin in the same way have that prefix too. Words and numbers that differ in it identify the writers,
/// except numbers that only grow from line to line, because those are line numbers or times. Lines are held back until
/// the following lines are known: at most kMostHeld lines, or until flush().
class LineWriters
{
public:
    static constexpr std::size_t kMostHeld = 2048;
    static constexpr std::size_t kMostBytes = std::size_t{4} << 20;

    /// Returns the position in a cleaned line where known words begin: 0 without a prefix, npos if there are no known
    /// words.
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

        /// The rank and the tag.
        std::string writer() const;
    };

    /// `sink` must not call this object.
    LineWriters(std::function<Start(std::string_view)> start, std::function<void(Line&&)> sink);

    /// Adds the next line. The sink gets it in its turn.
    void add(Line&& line);
    /// Declares that the following text does not continue the lines that are held back.
    void flush();
    /// Called when the log's format has become clear. `read` may change each line that is held back, or reject it.
    void reread(const std::function<bool(Line&)>& read);
    bool isHolding() const { return !m_held.empty(); }
    /// REQUIRES: isHolding()
    const Line& lastHeld() const { return m_held.back().line; }
    /// REQUIRES: isHolding()
    std::uint64_t firstHeld() const { return m_held.front().line.number; }

private:
    /// The text in front of known words, or any text that differs from it in digits only.
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
    /// Facts about the lines that have the same text in front of their words.
    struct Numbers {
        std::vector<bool> isName;
    };
    struct Shape {
        std::set<std::string> words; // of tags before known words
        std::size_t lines = 0; // that these were found in
        bool isPrefix = false;
    };
    /// The state of one rank's lines.
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
