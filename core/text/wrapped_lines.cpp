#include "core/text/wrapped_lines.h"

#include "core/text/text_cursor.h"

#include <algorithm>

namespace tidemark {
namespace {

constexpr std::size_t kLeastWidth = 40;
constexpr std::size_t kMostWidth = 1000;
constexpr std::size_t kLongestWord = 40; // a line may be narrower than the widest one by so much
constexpr std::size_t kMostStarts = 2000;
constexpr std::size_t kEnough = 2; // least number of wrapped lines

/// The width in columns. 0 if the line has control characters that change the width on a terminal.
std::size_t widthOf(std::string_view text)
{
    if (text.find('\r') != std::string_view::npos || text.find('\x1b') != std::string_view::npos)
        return 0;
    return static_cast<std::size_t>(
        std::ranges::count_if(text, [](char c) { return (static_cast<unsigned char>(c) & 0xc0U) != 0x80U; }));
}

std::string_view firstWord(std::string_view text)
{
    text = trimmedLeft(text.substr(0, kMostWidth));
    return text.substr(0, text.find_first_of(" \t"));
}

std::string_view lastWord(std::string_view text)
{
    text = text.substr(text.size() - std::min(text.size(), kMostWidth));
    return text.substr(text.find_last_of(" \t") + 1); // npos + 1 is 0
}

/// The blanks and the first word of a line, with one digit in place of each number.
std::string keyOf(std::string_view text)
{
    constexpr std::size_t kLongestKey = 15; // fits std::string's internal buffer
    const std::string_view word = firstWord(text);
    std::string key;
    for (const char c : text.substr(0, static_cast<std::size_t>(word.data() - text.data()) + word.size()))
        if (key.size() < kLongestKey && !(isDigit(c) && key.ends_with('0')))
            key += isDigit(c) ? '0' : c;
    return key;
}

std::size_t indentOf(std::string_view text)
{
    return static_cast<std::size_t>(firstWord(text).data() - text.data());
}

/// Returns whether the lines are equal after their first words: then two writers wrote them.
bool isRepeated(std::string_view line, std::string_view next)
{
    constexpr std::size_t kCompared = 16;
    const auto behindWord = [](std::string_view text) {
        const std::string_view word = firstWord(text);
        return text.substr(static_cast<std::size_t>(word.data() - text.data()) + word.size()).substr(0, kCompared);
    };
    const std::string_view again = behindWord(next);
    return again.size() == kCompared && again == behindWord(line);
}

} // namespace

WrappedLines::WrappedLines(std::function<bool(std::string_view)> isStart, std::function<void(std::span<Line>)> sink)
    : m_isStart(std::move(isStart))
    , m_sink(std::move(sink))
{ }

void WrappedLines::add(std::uint64_t number, std::string_view raw)
{
    Held& held = m_held.emplace_back();
    held.line.number = number;
    held.line.text = raw;
    while (raw.ends_with('\r'))
        raw.remove_suffix(1);
    held.width = widthOf(raw);
    held.firstWord = firstWord(raw).size();
    m_bytes += raw.size();
    if (held.width > m_width) {
        m_width = held.width;
        m_mode = Mode::None;
        forgetStarts();
    }
    if (m_held.size() >= kMostHeld || m_bytes >= kMostBytes)
        pass(m_bytes < kMostBytes);
}

void WrappedLines::pass(bool mayGoOn)
{
    if (m_held.empty())
        return;
    learn();
    std::vector<Line> lines;
    lines.reserve(m_held.size());
    Held last = std::move(m_held.front());
    for (std::size_t i = 1; i < m_held.size(); ++i) {
        if (m_mode != Mode::None && goesOn(m_mode, last, m_held[i])) {
            join(last, m_held[i]);
            continue;
        }
        lines.push_back(std::move(last.line));
        last = std::move(m_held[i]);
    }
    m_held.clear();
    m_bytes = 0;
    if (mayGoOn && m_mode != Mode::None && this->mayGoOn(m_mode, last, kLongestWord)) {
        m_bytes = last.line.text.size();
        m_held.push_back(std::move(last));
    } else {
        lines.push_back(std::move(last.line));
    }
    m_sink(lines);
}

void WrappedLines::flush()
{
    pass(false);
    m_width = 0;
    m_mode = Mode::None;
    forgetStarts();
}

void WrappedLines::learn()
{
    if (m_width < kLeastWidth || m_width > kMostWidth)
        return;
    if (m_mode != Mode::None) {
        learnStarts(m_mode);
        return;
    }
    const Joints words = jointsOf(Mode::BetweenWords);
    if (words.near >= kEnough && words.near + words.exact > kEnough && 3 * words.near > words.exact
        && words.near + words.exact >= 2 * words.others) {
        m_mode = Mode::BetweenWords;
        return;
    }
    const Joints characters = jointsOf(Mode::AtCharacters);
    if (characters.exact >= kEnough && characters.exact >= 2 * characters.others && characters.exact >= 3 * words.near)
        m_mode = Mode::AtCharacters;
}

void WrappedLines::forgetStarts()
{
    m_starts.clear();
    m_startLines = 0;
}

void WrappedLines::learnStarts(Mode mode)
{
    for (std::size_t i = 1; i < m_held.size() && m_starts.size() < kMostStarts; ++i)
        if (m_held[i].firstWord > 0 && !mayGoOn(mode, m_held[i - 1], m_held[i].firstWord)) {
            m_starts.insert(keyOf(m_held[i].line.text));
            ++m_startLines;
        }
}

WrappedLines::Joints WrappedLines::jointsOf(Mode mode)
{
    Joints joints;
    forgetStarts();
    std::size_t ends = 0; // number of lines that may be wrapped
    for (std::size_t i = 1; i < m_held.size(); ++i)
        ends += mayGoOn(mode, m_held[i - 1], m_held[i].firstWord);
    if (ends < kEnough)
        return joints;
    learnStarts(mode);
    std::set<std::string_view> texts; // a repeated line is no further evidence
    for (std::size_t i = 1; i < m_held.size(); ++i) {
        const Held& held = m_held[i - 1];
        const Held& next = m_held[i];
        if (!mayGoOn(mode, held, next.firstWord))
            continue;
        if (!goesOn(mode, held, next))
            ++joints.others;
        else if (indentOf(next.line.text) < 2 // lines below a heading are indented more
                 && texts.insert(held.line.text).second)
            ++(held.width == m_width ? joints.exact : joints.near);
    }
    return joints;
}

bool WrappedLines::mayGoOn(Mode mode, const Held& held, std::size_t nextWord) const
{
    if (mode == Mode::AtCharacters)
        return held.width == m_width;
    return held.width > 0 && held.width + 1 + std::min(nextWord, kLongestWord) > m_width;
}

bool WrappedLines::haveAllPrefix() const
{
    return m_starts.size() == 1 && m_startLines > kEnough;
}

bool WrappedLines::goesOn(Mode mode, const Held& held, const Held& next) const
{
    if (next.firstWord == 0 || next.width == 0 || !mayGoOn(mode, held, next.firstWord))
        return false;
    const std::string_view text = next.line.text;
    if (mode == Mode::BetweenWords && indentOf(text) > 0)
        return false;
    const std::string key = keyOf(text);
    return !m_starts.contains(key) && key != keyOf(held.line.text) && !isRepeated(held.line.text, text)
        && (haveAllPrefix() || !m_isStart(text));
}

void WrappedLines::join(Held& held, const Held& next) const
{
    std::string& text = held.line.text;
    while (text.ends_with('\r'))
        text.pop_back();
    if (m_mode == Mode::BetweenWords) {
        // A word that is longer than a line, or that has a hyphen, was divided.
        const bool isLong = held.width == m_width && lastWord(text).size() + next.firstWord > m_width;
        const bool hasHyphen = text.size() > 1 && text.ends_with('-') && isLetter(text[text.size() - 2]);
        text += isLong || hasHyphen ? "" : " ";
    }
    text += next.line.text;
    held.width = next.width;
}

} // namespace tidemark
