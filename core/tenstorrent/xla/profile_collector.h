#pragma once

#include "core/tenstorrent/xla/known_lines.h"
#include "core/tenstorrent/xla/profile.h"

#include <unordered_map>
#include <unordered_set>

namespace tidemark::ttxla {

/// Builds a profile from the lines of one writer. The lines come in order and without prefixes.
class ProfileCollector
{
public:
    /// `room` is how many bytes may still be kept, shared by all writers. It must outlive this object.
    ProfileCollector(std::string rank, std::size_t& room);

    void line(std::uint64_t number, std::string_view text);
    /// Takes a line that is byte for byte the same as an earlier one. Returns false, and takes nothing, for any other
    /// line.
    bool takeRepeated(std::uint64_t number, std::string_view text);
    /// Returns whether a module dump is open. Its lines must be passed on as they are written.
    bool isInModule() const { return m_isInModule; }
    void moduleLine(std::string_view line, bool isEnd);
    void warn(std::string_view code, std::uint64_t number, std::string_view words);
    /// Ends the text and returns the profile. It has neither operations nor shortages if the writer gave none.
    Profile finish();

private:
    /// A program that is running.
    struct Running {
        std::string name;
        std::uint32_t range; // kNoRange if the range is left out
        bool isConstEval;
    };

    /// Takes a line that is one whole message, as most lines are, without searching it. Returns false for any other
    /// line.
    bool isPlain(std::uint64_t number, std::string_view text);
    void message(std::uint64_t number, std::string_view text);
    void execute(std::uint64_t number, FactsId facts);
    void blockOf(std::uint64_t number, std::string_view type);
    void memoryLine(std::uint64_t number, std::string_view text);
    void addState(std::uint64_t number, const MemoryLine& read);
    void startProgram(std::uint64_t number, std::string_view name);
    void finishProgram(std::string_view name);
    /// Finishes running programs, the innermost first, until `but` are left.
    void finishAll(std::size_t but = 0);
    void startModule(std::uint64_t number, std::string_view stage);
    void startSession();
    void shortage(std::uint64_t number, std::string_view text);
    bool isBeside(std::string_view text);

    FactsId factsOf(std::uint64_t number, std::string_view text);
    NameId nameOf(std::string_view name);
    NameId typeOf(std::string_view type);
    /// Adds an operation. Returns false if there is no room for it.
    bool push(Operation operation);
    bool takeRoom(std::size_t bytes);
    void closeBlock();
    void closeSession();

    std::size_t& m_room;
    Profile m_profile;
    KnownLines m_known;
    std::unordered_map<std::string, NameId> m_names;
    std::unordered_set<std::string> m_missed; // const-eval graphs that were not in the cache
    std::vector<Running> m_running; // running programs, the innermost last
    std::unordered_map<std::string, std::uint32_t> m_runs; // number of runs of each program
    std::uint64_t m_left = 0; // number of operations left out
    std::uint64_t m_leftFacts = 0;
    std::uint64_t m_leftRanges = 0;
    std::uint64_t m_leftShortages = 0;

    bool m_awaitsBlock = false; // the last operation has no memory states yet
    bool m_isBlockOpen = false; // the memory states of the last operation are being read
    unsigned m_seen = 0; // memories that those states have, one bit each
    std::uint64_t m_blockLine = 0;

    bool m_isInModule = false;
    bool m_isModuleKept = false;
    bool m_isModuleCut = false; // lines of the dump were dropped for lack of room

    std::uint32_t m_sessionBegin = 0;
    std::string m_sessionName;
    std::uint32_t m_sessions = 0;
};

} // namespace tidemark::ttxla
