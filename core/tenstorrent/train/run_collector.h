#pragma once

#include "core/tenstorrent/train/run.h"
#include "core/tenstorrent/train/summary_line.h"

#include <functional>
#include <map>
#include <set>
#include <string>

namespace tidemark::tt {

/// Builds runs from the lines of one writer. The lines come in order and without prefixes.
class RunCollector
{
public:
    /// `found` is called with each run when it ends. `room` is how many bytes of phases may still be kept, shared by
    /// all writers; it must outlive this object.
    RunCollector(std::string rank, std::size_t& room, std::function<void(Run)> found);

    void line(std::uint64_t number, std::string_view text);
    /// Ends the text. Returns the warnings that belong to no run.
    Warnings finish();

private:
    /// The three lines of numbers of a phase.
    enum class Part { First, Second, L1 };

    void begin(std::uint64_t number, std::string name);
    void beginCut(std::uint64_t number);
    void close();
    void closePrototype();
    void warnOfCutPhase();
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
    /// Returns the open run whose totals have not been read, and begins one if there is none.
    Run& openRun(std::uint64_t number);

    std::string m_rank;
    std::size_t& m_room;
    std::function<void(Run)> m_found;

    std::optional<Run> m_run;
    bool m_isOver = false; // the totals of the open run have been read
    std::set<Part> m_parts; // parts that the last phase has
    std::map<std::uint64_t, Run> m_devices; // runs of the prototype's devices, by device number
    bool m_areDevicesLeft = false; // some devices were left out
    std::size_t m_left = 0; // number of phases left out: once one is left out, all later ones are
    Phase m_leftOut; // receives the numbers of phases that are left out
    std::uint64_t m_lastLine = 0; // last line of the open run

    // Facts read before the next run begins; the next run takes them.
    std::string m_title;
    std::optional<std::uint64_t> m_parameters;
    std::string m_phase; // phase name read while no run is open: it may belong to a run whose beginning is missing
    std::uint64_t m_phaseLine = 0;
    bool m_isOverwritten = false;
    bool m_isNoDispatch = false;
    std::optional<Footprint> m_footprint;
    Warnings m_warnings;
};

} // namespace tidemark::tt
