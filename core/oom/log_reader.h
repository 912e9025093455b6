#pragma once

#include "core/base/progress.h"
#include "core/files/byte_stream.h"
#include "core/oom/message_collector.h"
#include "core/oom/notebook_errors.h"
#include "core/text/colour_filter.h"
#include "core/text/escaped_text.h"
#include "core/text/line_writers.h"
#include "core/text/log_scanner.h"
#include "core/text/numbered_lines.h"
#include "core/text/search_marks.h"
#include "core/text/text_decoder.h"
#include "core/text/wrapped_lines.h"

#include <map>

namespace tidemark::oom {

/// Finds every report about memory that ran out in the text of a log, of any size and from any number of writers.
/// Memory: a few MiB, and what is open of messages, at most kMostOpenBytes.
class LogReader
{
public:
    static constexpr std::size_t kMostOpenBytes = std::size_t{64} << 20;

    /// `found` gets the reports in the order in which they start.
    explicit LogReader(std::function<void(Report)> found);

    /// The next bytes of the text, in UTF-8, or in UTF-16 that says so.
    void push(std::string_view bytes);
    /// The text has ended.
    void finish();

private:
    /// One of those who write to the log.
    struct Writer {
        MessageCollector collector;
        std::string rank; // as its lines tell
        std::string sender;
        std::uint64_t lastLine = 0;
    };

    bool line(std::uint64_t number, std::string_view raw);
    /// What is held is read now. `isEnd`: what comes next does not follow it.
    void readHeld(bool isEnd);
    void addBlock(std::span<WrappedLines::Line> lines);
    /// A line, or those that only returns divide.
    void addLines(std::uint64_t number, std::string_view raw);
    void addLine(std::uint64_t number, std::string_view raw);
    LineWriters::Line oneLine(std::uint64_t number, std::string_view raw);
    /// Lines that came in one.
    static LineWriters::Line joinedLines(std::uint64_t number, std::string text);
    /// Literals that are messages stand in place of the line; one that is a line of a message is the line.
    void readLiterals(LineWriters::Line& line);
    /// The same of JSON within JSON, as collectors write what programs do.
    void readInnerJson(LineWriters::Line& line);
    /// Whether a member of JSON or YAML is a line of the log that is written in it. `mayTell`: its words tell that it
    /// is.
    bool isOfLog(const JsonMember& member, bool mayTell);
    /// Else a line may be no YAML that looks like it.
    bool isAmongYaml(std::string_view line) const;
    bool isBetweenMembers(const LineWriters::Line& line) const;
    static void setText(LineWriters::Line& line, std::string_view text);
    void collect(LineWriters::Line line);
    /// A literal that is a message, or more.
    static void collectLiteral(MessageCollector& collector, std::uint64_t number, std::string_view literal);
    Writer& writerOf(const LineWriters::Line& line);
    /// Whose message a line goes on with that has nothing before it, as the lines after the first often have nothing,
    /// nor the rest of one that is wrapped; null: nobody's.
    Writer* writerBefore(const LogLine& line);
    std::uint64_t firstOpenLine() const;
    /// Writers whose messages are over are no longer among the open ones: only those that are not may be forgotten.
    void closeThose(const std::function<bool(const Writer&)>& isOver);
    /// `unread`: the first line that is not collected, which may be thousands before the one that is being read.
    void keepBounded(std::uint64_t unread);
    void passOn(std::uint64_t before);

    std::function<void(Report)> m_found;
    TextDecoder m_decoder;
    ColourFilter m_colours;
    LogScanner m_scanner;
    WrappedLines m_wrapped;
    SearchMarks m_marks;
    NumberedLines m_numbers;
    LineWriters m_lines;
    std::map<std::string, Writer> m_writers; // by rank and sender
    Writer* m_last = nullptr; // who wrote the line before
    std::vector<Writer*> m_open; // all whose messages are open, the last one to begin at the end
    bool m_isMembers = false; // lines of the log are members of JSON or YAML, each in a line
    std::string m_jsonKey; // under which lines of JSON have lines of messages
    std::string m_innerKey; // the same of JSON within them
    NotebookErrors m_notebook;
    std::uint64_t m_lastLine = 0;
    std::uint64_t m_quietLines = 0; // the last ones, without words of messages
    bool m_hasWords = false; // lines that follow one another to the last have had some; before that all are held
    std::uint64_t m_linesSinceBounded = 0;
    std::multimap<std::uint64_t, Report> m_closed; // by their lines, until all before are closed, too
};

/// What was read of a stream.
struct LogExtent {
    std::uint64_t bytes = 0;
    bool isBlank = true; // nothing but white space
};
/// Reads a stream to its end. `found` gets each event once, see EventMerger.
Result<LogExtent> readReports(ByteStream& stream, const Progress& progress, std::function<void(Report)> found);

} // namespace tidemark::oom
