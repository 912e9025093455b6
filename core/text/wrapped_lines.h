#pragma once

#include <cstdint>
#include <functional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tidemark {

/// Puts together the lines of a log that a terminal or a tool has divided at a fixed width: at any character, or
/// between words. No line is wider than that, lines that go on end at it, or within a word of it, and what they go on
/// with begins as no line does that is known to be one, or comes after one that ends before. Where too few lines are
/// like that, all stay as they are. Lines are held back until those after them are known.
class WrappedLines
{
public:
    static constexpr std::size_t kMostHeld = 2048;
    static constexpr std::size_t kMostBytes = std::size_t{4} << 20;

    struct Line {
        std::uint64_t number = 0; // of its first part in the log
        std::string text;
    };

    /// `isStart`: whether a line is known to begin there. `sink` gets consecutive lines, which are its own, and must not
    /// call it.
    WrappedLines(std::function<bool(std::string_view)> isStart, std::function<void(std::span<Line>)> sink);

    void add(std::uint64_t number, std::string_view raw);
    /// Passes on what is held. `mayGoOn`: the last one stays if what comes next can be the rest of it.
    void pass(bool mayGoOn);
    /// What comes next does not follow what is held.
    void flush();
    bool isHolding() const { return !m_held.empty(); }
    /// REQUIRES: isHolding()
    std::uint64_t firstHeld() const { return m_held.front().line.number; }

private:
    enum class Mode { None, AtCharacters, BetweenWords };
    struct Held {
        Line line;
        std::size_t width = 0; // of its last part
        std::size_t firstWord = 0;
    };
    struct Joints {
        std::size_t exact = 0; // at the last column
        std::size_t near = 0;
        std::size_t others = 0; // lines that end there and do not go on
    };

    void learn();
    void learnStarts(Mode mode);
    void forgetStarts();
    /// Whether all lines begin in the same way, so that those without are none.
    bool haveAllPrefix() const;
    Joints jointsOf(Mode mode);
    bool mayGoOn(Mode mode, const Held& held, std::size_t nextWord) const;
    bool goesOn(Mode mode, const Held& held, const Held& next) const;
    void join(Held& held, const Held& next) const;

    std::function<bool(std::string_view)> m_isStart;
    std::function<void(std::span<Line>)> m_sink;
    std::vector<Held> m_held;
    std::size_t m_bytes = 0;
    std::size_t m_width = 0; // of the widest line
    Mode m_mode = Mode::None;
    std::set<std::string> m_starts; // how lines begin that are no rest of another
    std::size_t m_startLines = 0; // of these
};

} // namespace tidemark
