#pragma once

#include "core/tenstorrent/xla/known_lines.h"
#include "core/tenstorrent/xla/profile.h"

#include <unordered_map>
#include <unordered_set>

namespace tidemark::ttxla {

/// Makes a profile of the lines of one writer, which come in order and without prefixes.
class ProfileCollector
{
public:
    /// `room` is what may still be kept, in bytes, of all writers.
    ProfileCollector(std::string rank, std::size_t& room);

    void line(std::uint64_t number, std::string_view text);
    /// A line that says what one before said, by the byte. False: it is another, and was not taken.
    bool takeRepeated(std::uint64_t number, std::string_view text);
    /// A dump of a module is open: its lines are wanted as they are written.
    bool isInModule() const { return m_isInModule; }
    void moduleLine(std::string_view line, bool isEnd);
    void warn(std::string_view code, std::uint64_t number, std::string_view words);
    /// There are no more lines. A profile without operations and shortages where there were none.
    Profile finish();

private:
    /// A program that runs.
    struct Running {
        std::string name;
        std::uint32_t range; // kNoRange: it is left out
        bool isConstEval;
    };

    /// Takes a line that is one whole message as most are: nothing is looked for in it.
    bool isPlain(std::uint64_t number, std::string_view text);
    void message(std::uint64_t number, std::string_view text);
    void execute(std::uint64_t number, FactsId facts);
    void blockOf(std::uint64_t number, std::string_view type);
    void memoryLine(std::uint64_t number, std::string_view text);
    void addState(std::uint64_t number, const MemoryLine& read);
    void startProgram(std::uint64_t number, std::string_view name);
    void finishProgram(std::string_view name);
    /// The innermost first, until so many are left.
    void finishAll(std::size_t but = 0);
    void startModule(std::uint64_t number, std::string_view stage);
    void startSession();
    void shortage(std::uint64_t number, std::string_view text);
    bool isBeside(std::string_view text);

    FactsId factsOf(std::uint64_t number, std::string_view text);
    NameId nameOf(std::string_view name);
    NameId typeOf(std::string_view type);
    /// False where there is no room for it.
    bool push(Operation operation);
    bool takeRoom(std::size_t bytes);
    void closeBlock();
    void closeSession();

    std::size_t& m_room;
    Profile m_profile;
    KnownLines m_known;
    std::unordered_map<std::string, NameId> m_names;
    std::unordered_set<std::string> m_missed; // graphs that were not in the cache
    std::vector<Running> m_running; // the innermost last
    std::unordered_map<std::string, std::uint32_t> m_runs; // how often each program ran
    std::uint64_t m_left = 0; // operations left out
    std::uint64_t m_leftFacts = 0;
    std::uint64_t m_leftRanges = 0;
    std::uint64_t m_leftShortages = 0;

    bool m_awaitsBlock = false; // the last operation's line was read, and no block yet
    bool m_isBlockOpen = false; // of the last operation
    unsigned m_seen = 0; // memories of that block, a bit each
    std::uint64_t m_blockLine = 0;

    bool m_isInModule = false;
    bool m_isModuleKept = false;
    bool m_isModuleCut = false; // for want of room

    std::uint32_t m_sessionBegin = 0;
    std::string m_sessionName;
    std::uint32_t m_sessions = 0;
};

} // namespace tidemark::ttxla
