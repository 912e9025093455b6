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

/// Finds every out-of-memory report in the text of a log, of any size and from any number of writers. Memory: a few
/// MiB, plus the open messages, at most kMostOpenBytes.
class LogReader
{
public:
    static constexpr std::size_t kMostOpenBytes = std::size_t{64} << 20;

    /// `found` gets the reports in the order in which they start.
    explicit LogReader(std::function<void(Report)> found);

    /// Takes the next bytes of the text, in UTF-8, or in UTF-16 with a byte order mark.
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
    void addBlock(std::span<WrappedLines::Line> lines);
    /// Adds a line, or several lines that are separated by carriage returns only.
    void addLines(std::uint64_t number, std::string_view raw);
    void addLine(std::uint64_t number, std::string_view raw);
    LineWriters::Line oneLine(std::uint64_t number, std::string_view raw);
    /// Makes one entry of several lines that came in one line of the log.
    static LineWriters::Line joinedLines(std::uint64_t number, std::string text);
    /// Replaces the line by its literals that are messages. A literal that is a single line of a message becomes the
    /// text of the line.
    void readLiterals(LineWriters::Line& line);
    /// Does the same for JSON inside JSON, as collectors write the JSON lines of programs.
    void readInnerJson(LineWriters::Line& line);
    /// Returns whether a member of JSON or YAML contains a line of the log. `mayTell`: words of a message in the
    /// member's text is enough to decide so.
    bool isOfLog(const JsonMember& member, bool mayTell);
    /// Returns whether the neighbouring lines show that this is YAML. Other lines may only look like YAML.
    bool isAmongYaml(std::string_view line) const;
    bool isBetweenMembers(const LineWriters::Line& line) const;
    static void setText(LineWriters::Line& line, std::string_view text);
    void collect(LineWriters::Line line);
    /// Collects a literal that contains one or more messages.
    static void collectLiteral(MessageCollector& collector, std::uint64_t number, std::string_view literal);
    Writer& writerOf(const LineWriters::Line& line);
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
    /// Returns whether a report of an unknown form is near another message of its rank, which it repeats in other
    /// words. A report of a known form removes such reports before it.
    bool isRepetition(const Report& report);
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
    Writer* m_last = nullptr; // writer of the previous line
    std::vector<Writer*> m_open; // writers with an open message, the last one to begin at the end
    bool m_isMembers = false; // the log is JSON or YAML with one member on each line
    std::string m_jsonKey; // JSON key whose values are lines of messages
    std::string m_innerKey; // the same key in JSON inside those values
    NotebookErrors m_notebook;
    std::uint64_t m_lastLine = 0;
    std::uint64_t m_quietLines = 0; // number of last lines without words of messages
    bool m_hasWords = false; // the current run of consecutive lines has had such words; until then all lines are held
    std::uint64_t m_linesSinceBounded = 0;
    std::map<std::string, std::uint64_t> m_lastKnown; // by rank: the last line of the last message of a known form
    std::multimap<std::uint64_t, Report> m_closed; // finished reports by line, until all earlier ones finish
};

/// The size and the kind of a stream that was read.
struct LogExtent {
    std::uint64_t bytes = 0;
    bool isBlank = true; // only white space
};
/// Reads a stream to its end. `found` gets each event once, see EventMerger.
Result<LogExtent> readReports(ByteStream& stream, const Progress& progress, std::function<void(Report)> found);

} // namespace tidemark::oom
