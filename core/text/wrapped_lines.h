#pragma once

#include <cstdint>
#include <functional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tidemark {

/// Joins the lines of a log that a terminal or a tool has wrapped at a fixed width, inside words or between words.
/// Lines are joined only if no line is wider than the width, if continued lines end at the width (or would exceed it
/// with the next word), and if the continuation does not begin like a known line. If too few lines look wrapped, all
/// lines stay as they are. Lines are held back until the following lines are known.
class WrappedLines
{
public:
    static constexpr std::size_t kMostHeld = 2048;
    static constexpr std::size_t kMostBytes = std::size_t{4} << 20;

    struct Line {
        std::uint64_t number = 0; // line number of its first part in the log
        std::string text;
    };

    /// `isStart` returns whether a known line begins there. `sink` gets ownership of consecutive lines and must not
    /// call this object.
    WrappedLines(std::function<bool(std::string_view)> isStart, std::function<void(std::span<Line>)> sink);

    void add(std::uint64_t number, std::string_view raw);
    /// Passes on the lines that are held back. With `mayGoOn` the last line stays if the following text can continue
    /// it.
    void pass(bool mayGoOn);
    /// Declares that the following text does not continue the lines that are held back.
    void flush();
    bool isHolding() const { return !m_held.empty(); }
    /// REQUIRES: isHolding()
    std::uint64_t firstHeld() const { return m_held.front().line.number; }

private:
    enum class Mode { None, AtCharacters, BetweenWords };
    struct Held {
        Line line;
        std::size_t width = 0; // columns of its last part
        std::size_t firstWord = 0;
    };
    struct Joints {
        std::size_t exact = 0; // continued lines that end at the last column
        std::size_t near = 0;
        std::size_t others = 0; // lines that end there and are not continued
    };

    void learn();
    void learnStarts(Mode mode);
    void forgetStarts();
    /// Whether all lines begin in the same way. Lines that begin differently are then continuations.
    bool haveAllPrefix() const;
    Joints jointsOf(Mode mode);
    bool mayGoOn(Mode mode, const Held& held, std::size_t nextWord) const;
    bool goesOn(Mode mode, const Held& held, const Held& next) const;
    void join(Held& held, const Held& next) const;

    std::function<bool(std::string_view)> m_isStart;
    std::function<void(std::span<Line>)> m_sink;
    std::vector<Held> m_held;
    std::size_t m_bytes = 0;
    std::size_t m_width = 0; // columns of the widest line
    Mode m_mode = Mode::None;
    std::set<std::string> m_starts; // first words of lines that are no continuations
    std::size_t m_startLines = 0; // number of those lines
};

} // namespace tidemark
