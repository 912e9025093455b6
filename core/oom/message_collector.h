#pragma once

#include "core/oom/report_parser.h"

#include <deque>
#include <functional>
#include <optional>
#include <vector>

namespace tidemark::oom {

/// Gathers the messages in the lines of one writer. Keeps at most kMostBytes of one, and a few lines when there is
/// none.
class MessageCollector
{
public:
    static constexpr std::size_t kMostBytes = std::size_t{16} << 20;
    /// No message starts so many lines of the log before the one by which it is known.
    static constexpr std::uint64_t kReach = 64;

    /// `found` gets each report as soon as its end is seen.
    explicit MessageCollector(std::function<void(Report)> found);

    void line(std::uint64_t number, std::string_view text);
    /// What comes is not of the message that is open, if one is.
    void close();
    bool isOpen() const { return m_isOpen; }
    /// Whether its last line, which is of no message, announces one that may begin in the next.
    bool isAnnounced() const;
    /// The line at which the open message starts. REQUIRES: isOpen()
    std::uint64_t firstLine() const { return m_lines.front().number; }
    std::size_t bytes() const { return m_bytes; }

private:
    /// What a message begins with in the line, and how many lines before it hold the beginning of that.
    struct Head {
        HeadPhrase phrase;
        std::size_t linesBefore;
    };
    std::optional<Head> headIn(std::string_view dense) const;
    std::size_t lineOfDense(std::size_t fromEnd) const;
    void begin(const Head& head, std::uint64_t number, std::string_view text);
    /// How many lines of the tail, before the last `taken`, announce the message that begins with `text`.
    std::size_t announcementsBefore(std::size_t taken, std::string_view text) const;
    /// Whether a terminal made two lines of one with a chunk or a statistic, of which this is the rest.
    bool completesLast(std::string_view text);
    void beginWithoutHead(Role role, std::uint64_t number, std::string_view text);
    void takeFromTail(std::size_t count, std::uint64_t number);
    bool goesOnWith(const Head& head) const;
    bool isOfMessage(Role role, std::string_view line) const;
    void goOn(std::uint64_t number, std::string_view text, Role role);
    void remember(MessageLine line);
    std::size_t mostUnknown() const;

    std::function<void(Report)> m_found;
    std::deque<MessageLine> m_tail; // lines before, that are of no message
    std::deque<std::string> m_dense; // the last lines without blanks, of any message or none
    bool m_isOpen = false;
    Family m_family = Family::Line;
    std::vector<MessageLine> m_lines; // of the open message
    std::vector<std::string> m_headings; // that it has had
    std::size_t m_accepted = 0; // lines that are its for certain
    std::size_t m_unknown = 0; // lines after them
    std::size_t m_bytes = 0;
    bool m_isCut = false;
};

} // namespace tidemark::oom
