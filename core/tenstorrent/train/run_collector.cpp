#include "core/tenstorrent/train/run_collector.h"

#include "core/base/text.h"
#include "core/text/text_cursor.h"

#include <algorithm>
#include <array>
#include <utility>

namespace tidemark::tt {
namespace {

constexpr std::size_t kLongestName = 1000; // bytes kept of a phase name or a title
constexpr std::size_t kMostDevices = 1000; // devices of a run; no host has as many
constexpr std::string_view kHeader = "=== Memory Usage Summary ===";

std::string kept(std::string_view name)
{
    return validUtf8(name.size() > kLongestName ? name.substr(0, kLongestName) : name);
}

/// The numbers of a phase that are compared with those of another phase.
auto numbersOf(const Phase& phase)
{
    return std::array{phase.segmentPeak, phase.allocations, phase.deallocations, phase.change,
                      phase.l1Circular,  phase.l1Buffers,   phase.l1Total};
}

bool isMicro(std::string_view name)
{
    return name.find("_micro_") != std::string_view::npos;
}

/// Sets which tracker printed such phases, and warns if its numbers are unreliable.
void setGeneration(Run& run)
{
    std::map<std::string, const Phase*> named;
    bool isRepeated = false;
    const Phase* same = nullptr;
    for (const Phase& phase : run.phases) {
        const auto [found, isNew] = named.emplace(phase.name, &phase);
        if (isNew || phase.name.empty() || !phase.segmentPeak)
            continue;
        if (numbersOf(*found->second) == numbersOf(phase))
            same = &phase;
        else
            isRepeated = true;
    }
    if (run.isOverwritten || (same && !isRepeated))
        run.generation = Generation::Named;
    else if (isRepeated || std::ranges::any_of(run.phases, [](const Phase& p) { return isMicro(p.name); }))
        run.generation = Generation::Ordered;
    if (same && run.generation == Generation::Named)
        run.warnings.addNamed("repeated-phase",
                              "line " + std::to_string(same->line) + ": the phase " + same->name
                                  + " is repeated with the same numbers, because the tracker keeps one trace for each "
                                    "name. Sums count it twice.");
}

} // namespace

RunCollector::RunCollector(std::string rank, std::size_t& room, std::function<void(Run)> found)
    : m_rank(std::move(rank))
    , m_room(room)
    , m_found(std::move(found))
{ }

void RunCollector::warn(std::string_view code, std::uint64_t number, std::string_view text)
{
    (m_run ? m_run->warnings : m_warnings).addNamed(code, "line " + std::to_string(number) + ": " + std::string(text));
}

void RunCollector::line(std::uint64_t number, std::string_view raw)
{
    const std::string_view text = trimmed(raw);
    if (text.empty())
        return;
    if (text == kHeader) {
        begin(number, std::exchange(m_title, {}));
        return;
    }
    if (const std::string_view name = phaseName(text); !name.empty()) {
        beginPhase(number, name);
        return;
    }
    if (isNumbers(number, text) || isTotal(number, text) || isDevice(number, text) || isBeside(number, text)
        || isFootprint(number, text))
        return;
    m_phase.clear();
    // A ruler and a buffer line of the prototype are not titles.
    if (!text.starts_with('#') && !text.starts_with("[kNode"))
        m_title = kept(text);
}

void RunCollector::begin(std::uint64_t number, std::string name)
{
    close();
    m_run.emplace();
    m_isOver = false;
    m_run->name = std::move(name);
    m_run->rank = m_rank;
    m_run->line = number;
    m_run->parameters = std::exchange(m_parameters, std::nullopt);
    m_run->isOverwritten = std::exchange(m_isOverwritten, false);
    m_run->isNoDispatch = std::exchange(m_isNoDispatch, false);
    m_run->footprint = std::exchange(m_footprint, std::nullopt);
    m_run->warnings = std::exchange(m_warnings, {});
    m_title.clear();
    m_parts.clear();
    m_left = 0;
    m_lastLine = number;
}

void RunCollector::beginCut(std::uint64_t number)
{
    begin(number, std::exchange(m_title, {}));
    warn("no-beginning", number, "the beginning of the run with these numbers is missing.");
}

Run& RunCollector::openRun(std::uint64_t number)
{
    if (!m_run || m_isOver)
        beginCut(number);
    m_lastLine = number;
    return *m_run;
}

void RunCollector::close()
{
    if (!m_run)
        return;
    if (m_left != 0)
        m_run->warnings.addNamed("phases-left-out",
                                 std::to_string(m_left) + " more phases of the run at line "
                                     + std::to_string(m_run->line) + " are left out: there are too many.");
    warnOfCutPhase();
    const bool isPrototype = !m_devices.empty();
    closePrototype();
    if (!isPrototype || !m_run->phases.empty()) {
        if (!m_isOver)
            warn("cut-run", m_lastLine, "the log ends in the middle of a run, without its totals.");
        setGeneration(*m_run);
        m_found(std::move(*m_run));
    }
    m_run.reset();
}

void RunCollector::warnOfCutPhase()
{
    if (m_left == 0 && !m_run->phases.empty() && m_parts.size() < 3)
        warn("cut-phase", m_run->phases.back().line, "a phase is cut; its missing numbers are unknown.");
}

void RunCollector::closePrototype()
{
    for (auto& [id, device] : m_devices) {
        device.isComplete = device.overallPeak && device.finalUsage && device.l1Peak;
        if (!device.isComplete)
            device.warnings.addNamed("cut-run",
                                     "line " + std::to_string(device.line) + ": not all numbers of device "
                                         + std::to_string(id) + " are known.");
        device.generation = Generation::Prototype;
        device.warnings.add(m_run->warnings);
        m_found(std::move(device));
    }
    m_devices.clear();
    m_areDevicesLeft = false;
}

Warnings RunCollector::finish()
{
    close();
    return std::exchange(m_warnings, {});
}

void RunCollector::beginPhase(std::uint64_t number, std::string_view name)
{
    if (!m_run || m_isOver) {
        m_phase = kept(name);
        m_phaseLine = number;
        return;
    }
    warnOfCutPhase();
    m_lastLine = number;
    m_parts.clear();
    Phase phase;
    phase.name = kept(name);
    phase.line = number;
    const std::size_t bytes = sizeof(Phase) + phase.name.size();
    if (m_left != 0 || bytes > m_room) {
        ++m_left;
        return;
    }
    m_room -= bytes;
    m_run->phases.push_back(std::move(phase));
}

Phase& RunCollector::phaseFor(std::uint64_t number, Part part)
{
    const std::uint64_t nameLine = m_phase.empty() ? number : m_phaseLine;
    Run& run = openRun(nameLine);
    if (!m_phase.empty())
        beginPhase(m_phaseLine, std::exchange(m_phase, {}));
    m_lastLine = number;
    if (m_left == 0 && (run.phases.empty() || m_parts.contains(part) || (part == Part::First && !m_parts.empty()))) {
        warn("no-phase", number, "the name of the phase before these numbers is missing.");
        beginPhase(number, {});
    }
    if (m_left != 0)
        return m_leftOut;
    m_parts.insert(part);
    return run.phases.back();
}

void RunCollector::read(std::uint64_t number, std::string_view text, std::span<Field> fields)
{
    const std::string_view fault = readFields(text, fields);
    if (!fault.empty())
        warn("bad-line", number, "this line of the summary " + std::string(fault) + ".");
    for (const Field& field : fields)
        if (!field.text.empty() && !field.bytes && fault.empty())
            warn("bad-number", number,
                 std::string(field.label.substr(0, field.label.find(':'))) + " is " + kept(field.text)
                     + ", which is no amount of memory; it counts as unknown.");
}

bool RunCollector::isNumbers(std::uint64_t number, std::string_view text)
{
    if (text.starts_with("DRAM: Segment Peak")) {
        std::array fields = {Field{"Segment Peak", false, {}, {}}, Field{"Allocations", false, {}, {}},
                             Field{"Deallocations", false, {}, {}}, Field{"Segment Change", true, {}, {}}};
        Phase& phase = phaseFor(number, Part::First);
        read(number, text.substr(5), fields);
        phase.segmentPeak = fields[0].bytes;
        phase.allocations = fields[1].bytes;
        phase.deallocations = fields[2].bytes;
        phase.change = fields[3].bytes;
        return true;
    }
    if (text.starts_with("DRAM: Cumulative Peak")) {
        std::array fields = {Field{"Cumulative Peak", false, {}, {}}, Field{"Cumulative Current", true, {}, {}}};
        Phase& phase = phaseFor(number, Part::Second);
        read(number, text.substr(5), fields);
        phase.cumulativePeak = fields[0].bytes;
        phase.cumulative = fields[1].bytes;
        return true;
    }
    if (text.starts_with("L1: Peak CB")) {
        std::array fields = {Field{"Peak CB", false, {}, {}}, Field{"Peak Buffer", false, {}, {}},
                             Field{"Peak Total", false, {}, {}}};
        Phase& phase = phaseFor(number, Part::L1);
        read(number, text.substr(3), fields);
        phase.l1Circular = fields[0].bytes;
        phase.l1Buffers = fields[1].bytes;
        phase.l1Total = fields[2].bytes;
        return true;
    }
    return false;
}

bool RunCollector::isTotal(std::uint64_t number, std::string_view text)
{
    if (text == "=== Final Totals ===")
        return true;
    if (!text.starts_with("Overall DRAM Peak:"))
        return false;
    Run& run = openRun(number);
    std::array fields = {Field{"Overall DRAM Peak:", false, {}, {}}, Field{"Final DRAM Usage:", true, {}, {}}};
    // An older tracker may print the peak alone.
    const bool isBoth = text.find(',') != std::string_view::npos;
    read(number, text, std::span(fields).first(isBoth ? 2 : 1));
    run.overallPeak = fields[0].bytes;
    run.finalUsage = fields[1].bytes;
    run.isComplete = true;
    m_isOver = true;
    m_title.clear();
    return true;
}

/// Returns null if there are too many devices.
Run* RunCollector::deviceFor(std::uint64_t number, std::uint64_t id)
{
    Run& run = openRun(number);
    if (const auto known = m_devices.find(id); known != m_devices.end())
        return &known->second;
    if (m_devices.size() == kMostDevices) {
        if (!std::exchange(m_areDevicesLeft, true))
            warn("devices-left-out", number, "this device and others are left out: there are too many.");
        return nullptr;
    }
    std::vector<Phase> phases = std::exchange(run.phases, {}); // the copy for the device gets no phases
    Run& device = m_devices.emplace(id, run).first->second;
    run.phases = std::move(phases);
    device.warnings = {};
    device.device = id;
    return &device;
}

bool RunCollector::isDevice(std::uint64_t number, std::string_view text)
{
    TextCursor at(text);
    if (!at.take("Device "))
        return false;
    const auto id = groupedDigits(at.takeWhile(isDigit, 1, 9));
    if (!id || !at.take(": Peak "))
        return false;
    Run* const device = deviceFor(number, *id);
    if (!device)
        return true;
    const std::string_view rest = text.substr(text.find(": ") + 2);
    if (rest.starts_with("Peak DRAM")) {
        std::array fields = {Field{"Peak DRAM", false, {}, {}}, Field{"Current DRAM", true, {}, {}}};
        read(number, rest, fields);
        device->overallPeak = fields[0].bytes;
        device->finalUsage = fields[1].bytes;
    } else {
        std::array fields = {Field{"Peak L1 CB", false, {}, {}}, Field{"Peak L1 Buffer", false, {}, {}},
                             Field{"Peak L1 Total", false, {}, {}}, Field{"Current L1", true, {}, {}}};
        read(number, rest, fields);
        device->l1Peak = fields[2].bytes;
    }
    return true;
}

/// Reads a line around the summary: a message of the tracker, or the number of parameters of the model.
bool RunCollector::isBeside(std::uint64_t number, std::string_view text)
{
    if (const auto digits = parameterDigits(text)) {
        m_parameters = groupedDigits(*digits);
        if (!m_parameters)
            m_warnings.addNamed("bad-number",
                                "line " + std::to_string(number)
                                    + ": there is no number of parameters that can be read.");
        return true;
    }
    if (text.find("already exists, overwriting") != std::string_view::npos) {
        m_isOverwritten = true;
        m_warnings.addNamed("overwritten-phase",
                            "line " + std::to_string(number) + ": " + kept(text)
                                + ". Its numbers are repeated for each use of the name, so sums are wrong.");
        return true;
    }
    if (text.find("NO_DISPATCH") != std::string_view::npos) {
        (m_run && !m_isOver ? m_run->isNoDispatch : m_isNoDispatch) = true;
        return true;
    }
    return text.find("No traces captured") != std::string_view::npos;
}

bool RunCollector::isFootprint(std::uint64_t number, std::string_view text)
{
    if (text == "=== DRAM footprint ===") {
        (m_run ? m_run->footprint : m_footprint).emplace();
        return true;
    }
    std::optional<Footprint>& block = m_run ? m_run->footprint : m_footprint;
    if (!block)
        return false;
    const auto amount = [&](std::string_view words) -> std::optional<std::int64_t> {
        const std::size_t place = text.find(words);
        if (place == std::string_view::npos)
            return std::nullopt;
        TextCursor rest(text.substr(place + words.size()));
        const auto digits = groupedDigits(rest.takeWhile([](char c) { return isDigit(c) || c == ','; }));
        if (!digits || *digits >= std::uint64_t{1} << 42 || !rest.take(" MB")) {
            warn("bad-number", number, "a number of the DRAM footprint cannot be read.");
            return std::nullopt;
        }
        return static_cast<std::int64_t>(*digits << 20);
    };
    if (text.starts_with("peak usage: ")) {
        block->peak = amount("peak usage: ");
        block->arena = amount("% of ");
    } else if (text.starts_with("reserved (outside arena): ")) {
        block->reserved = amount("arena): ");
    } else if (text.starts_with("largest allocatable block at the tightest point: ")) {
        block->largestBlock = amount("point: ");
    } else {
        return false;
    }
    return true;
}

} // namespace tidemark::tt
