#pragma once

#include "core/tenstorrent/xla/profile_collector.h"
#include "core/text/log_scanner.h"

#include <map>

namespace tidemark::ttxla {

/// Reads what the runtime of tt-mlir tells in the text of a log, of any size and from any number of writers:
/// operations, memory states, programs, modules. Memory: a few MiB, and what is kept of profiles, at most kMostBytes.
class XlaLogReader
{
public:
    static constexpr std::size_t kMostBytes = std::size_t{1} << 30;

    explicit XlaLogReader(std::size_t mostBytes = kMostBytes);

    void push(std::string_view bytes) { m_scanner.push(bytes); }
    /// The text has ended. A profile for each writer that told of an operation or a memory, by their first lines.
    std::vector<Profile> finish();

private:
    /// One of those who write to the log.
    struct Writer {
        ProfileCollector collector;
        std::uint64_t firstLine;
        bool hasRank;
    };
    /// What stands before the messages of a writer, always the same.
    struct Prefix {
        std::string text;
        Writer* writer;
    };

    bool line(std::uint64_t number, std::string_view raw);
    void message(std::uint64_t number, std::string_view raw);
    /// Takes a line of a dump; a piece of a long line is of whom its first piece was.
    bool moduleLine(std::string_view raw, bool isContinued);
    /// Whose dump a line is of; null: of none that is open. REQUIRES: there is a writer
    Writer* moduleWriter(std::string_view raw);
    Writer& writerOf(const std::string& rank, std::uint64_t number);
    bool isKnownPrefix(std::uint64_t number, std::string_view raw);

    LogScanner m_scanner;
    std::size_t m_room;
    std::map<std::string, Writer> m_writers; // by rank
    std::vector<Prefix> m_prefixes;
    std::size_t m_openModules = 0; // writers whose dump of a module is open
    Writer* m_moduleWriter = nullptr; // that the last line was of; null: it was of no dump
    std::uint64_t m_lastLine = 0;
    std::uint64_t m_leftLines = 0; // of writers left out
};

} // namespace tidemark::ttxla
