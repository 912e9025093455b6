#pragma once

#include "core/tenstorrent/xla/profile_collector.h"
#include "core/text/log_scanner.h"

#include <map>

namespace tidemark::ttxla {

/// Reads the messages of tt-mlir's runtime in a log of any size and from any number of writers: operations, memory
/// states, programs, modules. Memory: a few MiB, plus the profiles, at most kMostBytes.
class XlaLogReader
{
public:
    static constexpr std::size_t kMostBytes = std::size_t{1} << 30;

    explicit XlaLogReader(std::size_t mostBytes = kMostBytes);

    void push(std::string_view bytes) { m_scanner.push(bytes); }
    /// Ends the text. Returns one profile for each writer with an operation or a memory state, sorted by their first
    /// lines.
    std::vector<Profile> finish();

private:
    /// One writer of the log.
    struct Writer {
        ProfileCollector collector;
        std::uint64_t firstLine;
        bool hasRank;
    };
    /// The constant text before the messages of a writer.
    struct Prefix {
        std::string text;
        Writer* writer;
    };

    bool line(std::uint64_t number, std::string_view raw);
    void message(std::uint64_t number, std::string_view raw);
    /// Takes a line of a module dump. A further piece of a long line belongs to the same writer as its first piece.
    /// Returns false if the line belongs to no dump.
    bool moduleLine(std::string_view raw, bool isContinued);
    /// Returns the writer to whose open dump the line belongs, or null. REQUIRES: there is a writer
    Writer* moduleWriter(std::string_view raw);
    Writer& writerOf(const std::string& rank, std::uint64_t number);
    bool isKnownPrefix(std::uint64_t number, std::string_view raw);

    LogScanner m_scanner;
    std::size_t m_room;
    std::map<std::string, Writer> m_writers; // by rank
    std::vector<Prefix> m_prefixes;
    std::size_t m_openModules = 0; // number of writers with an open module dump
    Writer* m_moduleWriter = nullptr; // writer of the last line, if it belongs to a dump; else null
    std::uint64_t m_lastLine = 0;
    std::uint64_t m_leftLines = 0; // lines of writers that were left out
};

} // namespace tidemark::ttxla
