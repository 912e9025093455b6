#pragma once

#include "core/files/read_blocks.h"
#include "core/text/log_scanner.h"

#include <map>
#include <memory>
#include <optional>

namespace tidemark::tenstorrent {

/// The unit that Tenstorrent's tools print as MB, in bytes.
inline constexpr double kMegabyte = 1048576.0;

/// Parses "1022.169" MB, rounded to the nearest byte. Returns nullopt for nan, a sign, an exponent, any other text that
/// is not a decimal number, and for 2^56 bytes or more.
std::optional<std::int64_t> megabytes(std::string_view number);

/// Reads the messages of one writer of a log. The lines come in order and without prefixes.
class WriterLog
{
public:
    virtual ~WriterLog() = default;
    virtual void line(std::uint64_t number, std::string_view text) = 0;
    /// Adds a warning about a line. `words` has no period at its end.
    virtual void warn(std::string_view code, std::uint64_t number, std::string_view words) = 0;
    /// Returns whether a text of several lines is open. Such lines come as they are written.
    virtual bool hasOpenText() const { return false; }
    /// Returns false if the line does not belong to the open text.
    virtual bool takeText(std::string_view) { return false; }
    /// Ends the log.
    virtual void finish() = 0;
};

/// Splits a log of any size by its writers. Each writer has a WriterLog, which gets its messages. Memory: a few MiB,
/// plus the writers.
class LogSplitter
{
public:
    /// What a kind of log has.
    struct Form {
        const PhraseFinder& finder; // every message contains one of its phrases
        bool (*isPlain)(std::string_view text); // the text is surely a message without prefix and control characters
        bool takesAll; // the lines around messages are read, too
    };
    /// `make` makes the WriterLog of a rank, which is empty if the log does not name it.
    LogSplitter(Form form, std::function<std::unique_ptr<WriterLog>(const std::string& rank)> make);
    LogSplitter(const LogSplitter&) = delete;

    void push(std::string_view bytes) { m_scanner.push(bytes); }
    /// Adds the first `most` bytes of a file. Errors: Cancelled; failed reading.
    Result<void> read(const File& file, std::uint64_t most, const Progress& progress);

protected:
    /// Ends the text and all writers, in the order of their first lines. Returns the number of lines that were left
    /// out, because there are too many writers.
    std::uint64_t finishAll();

private:
    struct Writer {
        std::unique_ptr<WriterLog> log;
        std::uint64_t firstLine;
    };
    /// The constant text before the messages of a writer.
    struct Prefix {
        std::string text;
        WriterLog* log;
    };

    bool line(std::uint64_t number, std::string_view raw);
    bool isPlain(std::uint64_t number, std::string_view raw);
    void message(std::uint64_t number, std::string_view raw);
    bool takeText(std::string_view raw, bool isContinued);
    WriterLog* ownerOfText(std::string_view raw);
    WriterLog* writerOf(const std::string& rank, std::uint64_t number);

    Form m_form;
    std::function<std::unique_ptr<WriterLog>(const std::string&)> m_make;
    LogScanner m_scanner;
    std::map<std::string, Writer> m_writers; // by rank
    std::vector<Prefix> m_prefixes;
    std::size_t m_openTexts = 0; // number of writers with an open text
    WriterLog* m_owner = nullptr; // writer of the last line, if it belongs to an open text
    std::uint64_t m_lastLine = 0;
    std::uint64_t m_leftLines = 0;
};

} // namespace tidemark::tenstorrent
