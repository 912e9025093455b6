#pragma once

#include "core/oom/form_reader.h"
#include "core/oom/message_parser.h"

#include <deque>
#include <functional>
#include <optional>
#include <vector>

namespace tidemark::oom {

/// Collects the messages in the lines of one writer. Keeps at most kMostBytes of a message, and a few lines while no
/// message is open.
class MessageCollector
{
public:
    static constexpr std::size_t kMostBytes = std::size_t{16} << 20;
    /// The start of a message is fewer than so many lines of the log before the line that identifies it.
    static constexpr std::uint64_t kReach = 64;

    /// `found` gets each message as soon as its end is seen. A line with the status of a memory error that is outside
    /// of messages is a message of Kind::Unknown, and a line that states memory is one of Kind::State, even if a
    /// message that follows contains the line.
    explicit MessageCollector(std::function<void(Message)> found);

    void line(std::uint64_t number, std::string_view text);
    /// Ends the open message, if there is one.
    void close();
    bool isOpen() const { return m_isOpen; }
    /// Returns whether the last line belongs to no message but announces one that may begin in the next line.
    bool isAnnounced() const;
    /// The line at which the open message starts. REQUIRES: isOpen()
    std::uint64_t firstLine() const { return m_lines.front().number; }
    std::size_t bytes() const { return m_bytes; }

private:
    /// The phrase that begins a message, and the number of earlier lines that contain the beginning of the phrase.
    struct Head {
        const HeadPhrase* phrase;
        std::size_t linesBefore;
    };
    std::optional<Head> headIn(std::string_view dense) const;
    void begin(const Head& head, std::uint64_t number, std::string_view text);
    /// Returns how many lines of the tail, before the last `taken` ones, announce the message that begins with `text`.
    std::size_t announcementsBefore(std::size_t taken, std::string_view text) const;
    /// Returns whether this is the rest of a chunk or statistic line that a terminal has wrapped.
    bool completesLast(std::string_view text);
    void beginWithoutHead(Role role, std::uint64_t number, std::string_view text);
    void takeFromTail(std::size_t count, std::uint64_t number);
    bool goesOnWith(const Head& head) const;
    bool isOfMessage(Role role, std::string_view line) const;
    void goOn(std::uint64_t number, std::string_view text, Role role);
    void remember(MessageLine line);
    std::size_t mostUnknown() const;

    std::function<void(Message)> m_found;
    std::deque<MessageLine> m_tail; // last lines that belong to no message
    std::deque<std::string> m_dense; // last lines without blanks, whether in a message or not
    std::uint64_t m_lastReported = 0; // the last line that was a message by itself
    bool m_isOpen = false;
    Family m_family = Family::Line;
    std::vector<MessageLine> m_lines; // lines of the open message
    std::vector<std::string> m_headings; // keys of the headings that the open message has had
    std::size_t m_accepted = 0; // number of lines that certainly belong to it
    std::size_t m_unknown = 0; // number of lines after those
    std::size_t m_bytes = 0;
    bool m_isCut = false;
    bool m_isList = false; // the message began inside a list of allocations
};

} // namespace tidemark::oom
