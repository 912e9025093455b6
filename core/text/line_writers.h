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
        bool isSure = false; // true: the text before `at` is a prefix. False: it may be part of the message
    };
    struct Line {
        std::uint64_t number = 0; // line number in the log, from 1
        LogLine line; // its text has no learned prefix
        std::string
            tag; // the part of the learned prefix that identifies one of several writers of a rank; may be empty
        bool hasPrefix = false; // it had a learned prefix
        bool hasWords = false; // the text before its known words looks like a prefix
        std::vector<std::string> literals; // passed on unchanged

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
        bool isOuter = false; // the text is LogLine::outer of a line
        std::string shape; // as shapeOfTag(); empty if the text is no tag
        std::string words; // as LineTag::words
    };
    struct Held {
        Line line;
        Start start;
        std::shared_ptr<const Before> before; // null if the line begins with its words
        LineTag tag; // length 0: no tag
    };
    /// Facts about the lines that have the same text in front of their words.
    struct Numbers {
        std::vector<bool> isName;
    };
    struct Shape {
        std::set<std::string> words; // LineTag::words of the tags before known words
        std::size_t lines = 0; // lines in which these tags were found
        bool isPrefix = false;
    };
    /// The state of one rank's lines.
    struct Prefixes {
        std::map<std::string, Shape> shapes;
        std::map<std::string, Numbers> numbers; // by LineTag::words
        bool isTight = false; // there is no blank between the rank and the text
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
    std::deque<std::shared_ptr<const Before>> m_befores; // the most recent texts that differ in more than digits
    std::map<std::string, Prefixes> m_prefixes; // by rank
};

} // namespace tidemark
