#include "core/oom/flat_message.h"

#include "core/oom/dense_text.h"
#include "core/oom/form_reader.h"
#include "core/text/phrase_finder.h"
#include "core/text/text_cursor.h"

#include <algorithm>

namespace tidemark::oom {
namespace {

constexpr std::size_t kNone = std::string_view::npos;
constexpr std::string_view kHeadAnnouncements[] = {"RESOURCE_EXHAUSTED: ", "Resource exhausted: "};
constexpr std::size_t kLongestBeginning = 400; // bytes; the role of a line shows in its beginning
constexpr std::size_t kLongestPrefix = 120; // bytes; a logger's prefix is not longer

bool hasSentence(std::string_view text)
{
    const std::string dense = withoutBlanks(text);
    return std::ranges::any_of(headPhrases(), [&](const HeadPhrase& head) {
        return head.isWholeLine ? dense.starts_with(head.phrase) : dense.find(head.phrase) != std::string::npos;
    });
}

/// Finds the original line starts in a line that several lines of a message were joined to.
class LineStarts
{
public:
    explicit LineStarts(std::string_view line)
        : m_line(line)
    { }

    std::vector<std::size_t> find()
    {
        for (std::size_t at = 0; at < m_line.size();) {
            at = m_line.find_first_not_of(" \t", at);
            if (at == kNone)
                break;
            const std::size_t known = lengthOfKnown(m_line.substr(at, kLongestBeginning));
            if (known > 0) {
                m_starts.push_back(at);
                m_isQuoted = false;
            }
            const std::size_t end = std::min(m_line.find_first_of(" \t", at + known), m_line.size());
            do {
                m_isQuoted = m_isQuoted != (m_line[at] == '"' && (at == 0 || m_line[at - 1] != '\\'));
                ++at;
            } while (at < end && !isGluedHeading(m_line.substr(at, kLongestBeginning)));
        }
        return std::move(m_starts);
    }

private:
    /// Returns whether a heading begins here inside a word, because a line end was lost: "arguments 0BOutput size 0B".
    bool isGluedHeading(std::string_view text) const
    {
        if (m_isQuoted || (!text.starts_with("Output size ") && !text.starts_with("Program ")))
            return false;
        return isHeading(roleOf(text));
    }
    /// Returns the length of the known beginning of a message line, or 0 if the text does not begin with one.
    std::size_t lengthOfKnown(std::string_view text)
    {
        if (m_hasEntries && text.starts_with("Buffer ") && isDigit(text[std::min<std::size_t>(7, text.size() - 1)]))
            return roleOf(text.substr(0, text.find(':') + 1)) == Role::Entry ? text.find(':') : 0;
        const Role role = roleOf(text);
        if (isHeading(role)) {
            m_hasItems = role != Role::Largest && role != Role::GpuPeak;
            m_hasEntries = !m_hasItems;
        }
        switch (role) {
        case Role::Total:
        case Role::Program:
        case Role::Capacity:
            return lengthOfName(text);
        case Role::Output: // its amount may be unknown
            return std::string_view("Output size").size();
        case Role::Item:
            return m_hasItems && isLetter(text[0]) ? lengthOfName(text) : 0;
        case Role::Entry:
            return m_hasEntries ? text.find(':') : 0;
        case Role::Field:
            return m_hasEntries && !m_isQuoted ? text.find(':') : 0;
        case Role::Remark:
            return m_hasItems || m_hasEntries ? 1 : 0;
        default:
            return isHeading(role) ? std::min(text.find_first_of(":."), text.size()) : 0;
        }
    }
    static std::size_t lengthOfName(std::string_view text)
    {
        const NamedAmount divided = dividedAtAmount(text);
        return std::max<std::size_t>(divided.name.size(), 1);
    }

    std::string_view m_line;
    std::vector<std::size_t> m_starts;
    bool m_hasItems = false; // below a heading with items
    bool m_hasEntries = false;
    bool m_isQuoted = false; // inside an operation's name, which may contain any words
};

/// Returns the positions at which a joined line is to be divided. Empty if it is a single line.
std::vector<std::size_t> joints(std::string_view line)
{
    std::vector<std::size_t> starts = LineStarts(line).find();
    const bool isFarIn = starts.size() == 1 && starts[0] > kLongestPrefix;
    const bool isOneLine
        = starts.size() < 2 && !isFarIn && !(starts.size() == 1 && hasSentence(line.substr(0, starts[0])));
    return isOneLine ? std::vector<std::size_t>() : starts;
}

/// Returns whether two texts are equal up to the end of the shorter one.
bool isRepeated(std::string_view text, std::string_view again)
{
    constexpr std::size_t kCompared = 300;
    while (!text.empty() && !isAlphanumeric(text.back()))
        text.remove_suffix(1);
    const std::size_t length = std::min({text.size(), again.size(), kCompared});
    return text.substr(0, length) == again.substr(0, length);
}

/// Returns where further messages begin after the first one, unless they repeat it.
std::vector<std::size_t> furtherMessages(std::string_view line)
{
    static const PhraseFinder kFinder({kHeadAnnouncements[0], kHeadAnnouncements[1]});
    constexpr std::size_t kSentence = 1000;
    std::vector<std::size_t> begins;
    std::size_t last = kFinder.find(line, 0);
    if (last == kNone)
        return begins;
    for (std::size_t at = kFinder.find(line, last + 1); at != kNone; at = kFinder.find(line, at + 1)) {
        const std::string_view before = line.substr(last, at - last);
        if (hasSentence(before) && hasSentence(line.substr(at, kSentence)) && !isRepeated(before, line.substr(at)))
            begins.push_back(at);
        last = at;
    }
    return begins;
}

} // namespace

std::vector<std::string_view> flatLines(std::string_view line)
{
    static const PhraseFinder kAny(
        {" usage >= ", " requirement ", "Largest program allocations", "BufferAssignment OOM",
         "BufferAssignment stats:", "Peak buffers:", kHeadAnnouncements[0], kHeadAnnouncements[1]});
    if (kAny.find(line, 0) == kNone)
        return {line};
    std::vector<std::size_t> starts = joints(line);
    const std::vector<std::size_t> further = furtherMessages(line);
    starts.insert(starts.end(), further.begin(), further.end());
    std::ranges::sort(starts);
    std::vector<std::string_view> lines;
    std::size_t begin = 0;
    for (const std::size_t start : starts) {
        if (start > begin && !trimmed(line.substr(begin, start - begin)).empty())
            lines.push_back(line.substr(begin, start - begin));
        begin = std::max(begin, start);
    }
    lines.push_back(line.substr(begin));
    return lines;
}

} // namespace tidemark::oom
