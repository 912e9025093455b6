#pragma once

#include "core/base/progress.h"
#include "core/files/byte_stream.h"
#include "core/oom/message_collector.h"
#include "core/text/log_line.h"
#include "core/text/log_scanner.h"
#include "core/text/wrapped_lines.h"

#include <map>

namespace tidemark::oom {

/// Finds every out-of-memory message in the text of a log, of any size and from any number of writers. Memory: a few
/// MiB, plus the open messages, at most kMostOpenBytes. A notebook is read as a whole, up to kLargestNotebook.
class LogReader
{
public:
    static constexpr std::size_t kMostOpenBytes = std::size_t{64} << 20;
    static constexpr std::size_t kLargestNotebook = std::size_t{32} << 20; // a larger one is read as a plain text

    /// `found` gets the messages in the order in which they start.
    explicit LogReader(std::function<void(Message)> found);

    /// Takes the next bytes of the text. Of UTF-16 only the characters of ASCII are right. The outputs of a notebook of
    /// Jupyter are read as a log, and the line numbers of its messages count their lines.
    void push(std::string_view bytes);
    /// Ends the text.
    void finish();

private:
    /// One writer of the log.
    struct Writer {
        MessageCollector collector;
        std::string rank; // as given in its lines
        std::string sender;
        std::uint64_t lastLine = 0;
    };

    bool line(std::uint64_t number, std::string_view raw);
    /// Reads the lines that are held back. `isEnd`: the next line does not directly follow them.
    void readHeld(bool isEnd);
    void readStart();
    void readNotebook();
    /// Adds a line, or several lines that are separated by carriage returns only.
    void addLines(std::uint64_t number, std::string_view raw);
    /// Adds a line that may contain JSON or escaped texts. Such texts with several lines become literals.
    void addLine(std::uint64_t number, std::string_view raw);
    /// `isBare`: the line has no prefix.
    void collect(std::uint64_t number, const LogLine& line, bool isBare, const std::vector<std::string>& literals);
    Writer& writerOf(const LogLine& line, bool isBare);
    /// Returns the writer whose open message may continue in a line without a prefix, or null. Later lines of a message
    /// often have no prefix, and neither has the rest of a wrapped line.
    Writer* writerBefore(const LogLine& line);
    std::uint64_t firstOpenLine() const;
    /// Closes the messages of the writers that are over and removes these writers from m_open. Only writers without an
    /// open message may be forgotten.
    void closeThose(const std::function<bool(const Writer&)>& isOver);
    /// Keeps memory bounded. `unread` is the first line that is not collected; it may be thousands of lines before the
    /// line being read.
    void keepBounded(std::uint64_t unread);
    /// Returns whether a message of an unknown form is near another message of its rank, which it repeats in other
    /// words. A message of a known form removes such messages before it.
    bool isRepetition(const Message& message);
    void passOn(std::uint64_t before);

    std::function<void(Message)> m_found;
    LogScanner m_scanner;
    WrappedLines m_wrapped;
    std::map<std::string, Writer> m_writers; // by rank and sender
    Writer* m_last = nullptr; // writer of the previous line
    std::vector<Writer*> m_open; // writers with an open message, the last one to begin at the end
    std::string m_start; // the beginning of the text until it is known what it is; the whole text of a notebook
    bool m_isStartRead = false;
    bool m_isNotebook = false;
    bool m_isWide = false; // in UTF-16
    std::uint64_t m_lastLine = 0;
    std::uint64_t m_quietLines = 0; // number of last lines without words of messages
    bool m_hasWords = false; // the current run of consecutive lines has had such words; until then all lines are held
    std::uint64_t m_linesSinceBounded = 0;
    std::map<std::string, std::uint64_t> m_lastKnown; // by rank: the last line of the last message of a known form
    std::multimap<std::uint64_t, Message> m_closed; // finished messages by line, until all earlier ones finish
};

/// Returns whether a text begins with the mark of UTF-16, as PowerShell writes it.
bool isWide(std::string_view start);

/// The size and the kind of a stream that was read.
struct LogExtent {
    std::uint64_t bytes = 0;
    bool isBlank = true; // only white space
};
/// Reads a stream to its end. `found` gets each event once, see EventMerger.
Result<LogExtent> readMessages(ByteStream& stream, const Progress& progress, std::function<void(Message)> found);

} // namespace tidemark::oom
