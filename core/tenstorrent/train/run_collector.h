#pragma once

#include "core/tenstorrent/train/run.h"
#include "core/tenstorrent/train/summary_line.h"

#include <functional>
#include <map>
#include <set>
#include <string>

namespace tidemark::tt {

/// Makes runs of the lines of one writer, which come in order and without prefixes.
class RunCollector
{
public:
    /// `found` gets each run when it is over. `room` is what may still be kept of phases, in bytes, of all writers.
    RunCollector(std::string rank, std::size_t& room, std::function<void(Run)> found);

    void line(std::uint64_t number, std::string_view text);
    /// There are no more lines. What is wrong and of no run.
    Warnings finish();

private:
    /// What a line of numbers belongs to.
    enum class Part { First, Second, L1 };

    void begin(std::uint64_t number, std::string name);
    void beginCut(std::uint64_t number);
    void close();
    void closePrototype();
    void tellCutPhase();
    void beginPhase(std::uint64_t number, std::string_view name);
    Phase& phaseFor(std::uint64_t number, Part part);
    Run* deviceFor(std::uint64_t number, std::uint64_t id);
    bool isNumbers(std::uint64_t number, std::string_view text);
    bool isTotal(std::uint64_t number, std::string_view text);
    bool isDevice(std::uint64_t number, std::string_view text);
    bool isBeside(std::uint64_t number, std::string_view text);
    bool isFootprint(std::uint64_t number, std::string_view text);
    void read(std::uint64_t number, std::string_view text, std::span<Field> fields);
    void warn(std::string_view code, std::uint64_t number, std::string_view text);
    /// The run that is open and not over, begun if there is none.
    Run& openRun(std::uint64_t number);

    std::string m_rank;
    std::size_t& m_room;
    std::function<void(Run)> m_found;

    std::optional<Run> m_run;
    bool m_isOver = false; // its totals have been
    std::set<Part> m_parts; // that the last phase has
    std::map<std::uint64_t, Run> m_devices; // of the prototype
    bool m_areDevicesLeft = false; // out, of those
    std::size_t m_left = 0; // phases of the run left out, all from the first on
    Phase m_leftOut; // takes their numbers
    std::uint64_t m_lastLine = 0; // of the run

    // What stands before the next run.
    std::string m_title;
    std::optional<std::uint64_t> m_parameters;
    std::string m_phase; // a line that may begin a phase of a run without its beginning
    std::uint64_t m_phaseLine = 0;
    bool m_isOverwritten = false;
    bool m_isNoDispatch = false;
    std::optional<Footprint> m_footprint;
    Warnings m_warnings;
};

} // namespace tidemark::tt
