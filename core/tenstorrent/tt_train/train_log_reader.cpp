#include "core/tenstorrent/tt_train/train_log_reader.h"

#include "core/base/number.h"
#include "core/base/text.h"
#include "core/text/control_codes.h"
#include "core/text/text_cursor.h"

#include <re2/re2.h>

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <utility>

namespace tidemark::tt {
namespace {

constexpr std::size_t kLongestName = 1000; // bytes kept of a phase name or a title
constexpr std::string_view kHeader = "=== Memory Usage Summary ===";

std::string kept(std::string_view name)
{
    return validUtf8(name.size() > kLongestName ? name.substr(0, kLongestName) : name);
}

/// Parses "-3.00" MB.
Bytes signedMegabytes(std::string_view number)
{
    const bool isSigned = number.starts_with('+') || number.starts_with('-');
    const auto bytes = tenstorrent::megabytes(number.substr(isSigned ? 1 : 0));
    return bytes && number.starts_with('-') ? -*bytes : bytes;
}

/// Parses digits with optional commas between them: "969,369,600". Returns nullopt from 2^58 on.
std::optional<std::uint64_t> groupedDigits(std::string_view digits)
{
    std::string plain(digits);
    std::erase(plain, ',');
    const auto number = parseNumber<std::uint64_t>(plain);
    return number && isDigit(digits.front()) && isDigit(digits.back()) && *number / 10 < (std::uint64_t{1} << 58) / 10
        ? number
        : std::nullopt;
}

/// Returns NAME of "--- NAME ---", or an empty text if the line is not such a line.
std::string_view phaseName(std::string_view line)
{
    constexpr std::string_view kBefore = "--- ";
    constexpr std::string_view kAfter = " ---";
    const std::string_view text = trimmed(line);
    if (text.size() <= kBefore.size() + kAfter.size() || !text.starts_with(kBefore) || !text.ends_with(kAfter))
        return {};
    return trimmed(text.substr(kBefore.size(), text.size() - kBefore.size() - kAfter.size()));
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

/// Builds runs from the lines of one writer.
class RunCollector : public tenstorrent::WriterLog
{
public:
    RunCollector(std::string rank, TrainLogReader::Found& found)
        : m_rank(std::move(rank))
        , m_found(found)
    { }

    void line(std::uint64_t number, std::string_view raw) override
    {
        const std::string_view text = trimmed(raw);
        if (text.empty())
            return;
        if (text == kHeader) {
            begin(number);
            return;
        }
        if (const std::string_view name = phaseName(text); !name.empty()) {
            beginPhase(number, name);
            return;
        }
        if (isNumbers(number, text) || isTotal(number, text) || isDevice(number, text) || takeLineAround(number, text))
            return;
        m_phase.clear();
        // A ruler and a buffer line of the prototype are not titles.
        if (!text.starts_with('#') && !text.starts_with("[kNode"))
            m_next.name = kept(text);
    }

    void warn(std::string_view code, std::uint64_t number, std::string_view words) override
    {
        warn(m_run ? *m_run : m_next, code, number, words);
    }

    void finish() override
    {
        close();
        m_found.warnings.add(m_next.warnings);
    }

private:
    /// The three lines of numbers of a phase.
    enum class Part { First, Second, L1 };
    /// An amount of a line and where it is kept.
    struct Amount {
        std::string_view label; // "Segment Peak"
        Bytes& bytes;
        bool maySink = false; // it may be negative
    };

    void begin(std::uint64_t number)
    {
        close();
        m_run = std::exchange(m_next, {});
        m_run->rank = m_rank;
        m_run->line = number;
        m_isOver = false;
        m_parts.clear();
        m_left = 0;
        m_lastLine = number;
    }

    void keep(Run run)
    {
        if (m_found.list.size() < TrainLogReader::kMostRuns)
            m_found.list.push_back(std::move(run));
        else
            ++m_found.left;
    }

    void close()
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
                warn("cut-run", m_lastLine, "the log ends in the middle of a run, without its totals");
            setGeneration(*m_run);
            keep(std::move(*m_run));
        }
        m_run.reset();
    }

    void closePrototype()
    {
        for (auto& [id, device] : m_devices) {
            device.isComplete = device.overallPeak && device.finalUsage && device.l1Peak;
            if (!device.isComplete)
                warn(device, "cut-run", device.line, "not all numbers of device " + std::to_string(id) + " are known");
            device.generation = Generation::Prototype;
            device.warnings.add(m_run->warnings);
            keep(std::move(device));
        }
        m_devices.clear();
    }

    void warnOfCutPhase()
    {
        if (m_left == 0 && !m_run->phases.empty() && m_parts.size() < 3)
            warn("cut-phase", m_run->phases.back().line, "a phase is cut; its missing numbers are unknown");
    }

    void beginPhase(std::uint64_t number, std::string_view name)
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
        if (m_left != 0 || bytes > m_found.room) {
            ++m_left;
            return;
        }
        m_found.room -= bytes;
        m_run->phases.push_back(std::move(phase));
    }

    Phase& phaseFor(std::uint64_t number, Part part)
    {
        const std::uint64_t nameLine = m_phase.empty() ? number : m_phaseLine;
        Run& run = openRun(nameLine);
        if (!m_phase.empty())
            beginPhase(m_phaseLine, std::exchange(m_phase, {}));
        m_lastLine = number;
        if (m_left == 0
            && (run.phases.empty() || m_parts.contains(part) || (part == Part::First && !m_parts.empty()))) {
            warn("no-phase", number, "the name of the phase before these numbers is missing");
            beginPhase(number, {});
        }
        if (m_left != 0)
            return m_leftOut;
        m_parts.insert(part);
        return run.phases.back();
    }

    /// Returns null if there are too many devices.
    Run* deviceFor(std::uint64_t number, std::uint64_t id)
    {
        Run& run = openRun(number);
        if (const auto known = m_devices.find(id); known != m_devices.end())
            return &known->second;
        constexpr std::size_t kMostDevices = 1000; // no host has as many
        if (m_devices.size() == kMostDevices) {
            warn("devices-left-out", number, "this device is left out: there are too many");
            return nullptr;
        }
        std::vector<Phase> phases = std::exchange(run.phases, {}); // the copy for the device gets no phases
        Run& device = m_devices.emplace(id, run).first->second;
        run.phases = std::move(phases);
        device.warnings = {};
        device.device = id;
        return &device;
    }

    // Each takes a line of its kind, and returns false for any other line.
    bool isNumbers(std::uint64_t number, std::string_view text)
    {
        if (text.starts_with("DRAM: Segment Peak")) {
            Phase& phase = phaseFor(number, Part::First);
            read(number, text.substr(5),
                 {{"Segment Peak", phase.segmentPeak},
                  {"Allocations", phase.allocations},
                  {"Deallocations", phase.deallocations},
                  {"Segment Change", phase.change, true}});
        } else if (text.starts_with("DRAM: Cumulative Peak")) {
            Phase& phase = phaseFor(number, Part::Second);
            read(number, text.substr(5),
                 {{"Cumulative Peak", phase.cumulativePeak}, {"Cumulative Current", phase.cumulative, true}});
        } else if (text.starts_with("L1: Peak CB")) {
            Phase& phase = phaseFor(number, Part::L1);
            read(number, text.substr(3),
                 {{"Peak CB", phase.l1Circular}, {"Peak Buffer", phase.l1Buffers}, {"Peak Total", phase.l1Total}});
        } else {
            return false;
        }
        return true;
    }

    bool isTotal(std::uint64_t number, std::string_view text)
    {
        if (text == "=== Final Totals ===")
            return true;
        if (!text.starts_with("Overall DRAM Peak:"))
            return false;
        Run& run = openRun(number);
        const Amount peak{"Overall DRAM Peak:", run.overallPeak};
        // An older tracker may print the peak alone.
        if (text.find(',') == std::string_view::npos)
            read(number, text, {peak});
        else
            read(number, text, {peak, {"Final DRAM Usage:", run.finalUsage, true}});
        run.isComplete = true;
        m_isOver = true;
        m_next.name.clear();
        return true;
    }

    bool isDevice(std::uint64_t number, std::string_view text)
    {
        static const re2::RE2 kBegin(R"(Device (\d{1,9}): )");
        std::uint64_t id = 0;
        re2::StringPiece amounts(text);
        if (!re2::RE2::Consume(&amounts, kBegin, &id) || !amounts.starts_with("Peak "))
            return false;
        Run* const device = deviceFor(number, id);
        if (!device)
            return true;
        const std::string_view rest(amounts.data(), amounts.size());
        Bytes ignored;
        if (rest.starts_with("Peak DRAM"))
            read(number, rest, {{"Peak DRAM", device->overallPeak}, {"Current DRAM", device->finalUsage, true}});
        else
            read(number, rest,
                 {{"Peak L1 CB", ignored},
                  {"Peak L1 Buffer", ignored},
                  {"Peak L1 Total", device->l1Peak},
                  {"Current L1", ignored, true}});
        return true;
    }

    /// Reads a line around the summary: a message of the tracker, or the number of parameters of the model.
    bool takeLineAround(std::uint64_t number, std::string_view text)
    {
        static const re2::RE2 kParameters(R"((?:Number of|Total) parameters:\s*((?:[\d,]*\d)?))");
        if (std::string digits; re2::RE2::PartialMatch(text, kParameters, &digits)) {
            m_next.parameters = groupedDigits(digits);
            if (!m_next.parameters)
                warn(m_next, "bad-number", number, "there is no number of parameters that can be read");
            return true;
        }
        if (text.find("already exists, overwriting") != std::string_view::npos) {
            m_next.isOverwritten = true;
            warn(m_next, "overwritten-phase", number,
                 kept(text) + ". Its numbers are repeated for each use of the name, so sums are wrong");
            return true;
        }
        if (text.find("NO_DISPATCH") != std::string_view::npos) {
            (m_run && !m_isOver ? *m_run : m_next).isNoDispatch = true;
            return true;
        }
        if (text.find("No traces captured") == std::string_view::npos)
            return false;
        m_found.warnings.addNamed(TrainLogReader::kNoTraces,
                                  "line " + std::to_string(number) + ": the tracker says that it captured nothing.");
        return true;
    }

    /// Reads "LABEL NUMBER MB, LABEL NUMBER MB". An amount that is missing or no such number is absent.
    void read(std::uint64_t number, std::string_view text, std::initializer_list<Amount> amounts)
    {
        for (const Amount& amount : amounts)
            amount.bytes.reset();
        TextCursor at(text);
        std::vector<std::string> bad;
        const auto isTaken = [&](const Amount& amount) {
            at.skipSpaces();
            if (&amount != amounts.begin() && !at.take(","))
                return false;
            at.skipSpaces();
            if (!at.take(amount.label) || !at.skipSpaces())
                return false;
            const std::string_view written = at.takeWhile([](char c) { return !isSpace(c) && c != ','; });
            at.skipSpaces();
            // A number without its unit may have been cut off, so that it is not used.
            if (!at.take("MB"))
                return false;
            const auto bytes = signedMegabytes(written);
            if (bytes && (*bytes >= 0 || amount.maySink))
                amount.bytes = bytes;
            else
                bad.push_back(std::string(amount.label.substr(0, amount.label.find(':'))) + " is " + kept(written)
                              + ", which is no amount of memory; it counts as unknown");
            return true;
        };
        if (!std::ranges::all_of(amounts, isTaken))
            warn("bad-line", number,
                 at.isAtEnd() ? "this line of the summary is cut" : "this line of the summary has an unknown form");
        else if (!trimmed(at.rest()).empty())
            warn("bad-line", number, "this line of the summary has text after its end");
        else
            for (const std::string& words : bad)
                warn("bad-number", number, words);
    }

    static void warn(Run& run, std::string_view code, std::uint64_t number, std::string_view words)
    {
        run.warnings.addNamed(code, "line " + std::to_string(number) + ": " + std::string(words) + ".");
    }

    /// Returns the open run whose totals have not been read, and begins one if there is none.
    Run& openRun(std::uint64_t number)
    {
        if (!m_run || m_isOver) {
            begin(number);
            warn("no-beginning", number, "the beginning of the run with these numbers is missing");
        }
        m_lastLine = number;
        return *m_run;
    }

    std::string m_rank;
    TrainLogReader::Found& m_found;

    std::optional<Run> m_run;
    bool m_isOver = false; // the totals of the open run have been read
    std::set<Part> m_parts; // parts that the last phase has
    std::map<std::uint64_t, Run> m_devices; // runs of the prototype's devices, by device number
    std::size_t m_left = 0; // number of phases left out: once one is left out, all later ones are
    Phase m_leftOut; // receives the numbers of phases that are left out
    std::uint64_t m_lastLine = 0; // last line of the open run

    Run m_next; // what was read about the next run before it begins
    std::string m_phase; // phase name read while no run is open: it may belong to a run whose beginning is missing
    std::uint64_t m_phaseLine = 0;
};

/// Every line of a summary contains one of these phrases, and most contain several, because colour codes may separate
/// words.
const PhraseFinder& summaryFinder()
{
    static const PhraseFinder kFinder({"Memory Usage Summary", "Segment Peak", "Segment Change", "Deallocations ",
                                       "Cumulative Peak", "Cumulative Current", "Peak Buffer ", "Peak Total ",
                                       "Overall DRAM Peak", "Final DRAM Usage", "Peak DRAM ", "Peak L1 CB ",
                                       "Number of parameters", "Total parameters", "already exists, overwriting",
                                       "No traces captured", "NO_DISPATCH"});
    return kFinder;
}

/// Returns whether a line is one of a summary, without prefix and controls. Every known kind of prefix contains "|" or
/// "]".
bool isPlainLine(std::string_view line)
{
    static constexpr std::string_view kBeginnings[]
        = {"DRAM: ", "L1: ", "--- ", "===", "Overall ", "Peak ", "Number of ", "Total ", "Final "};
    const std::string_view text = trimmedLeft(line);
    return std::ranges::any_of(kBeginnings, [&](std::string_view each) { return text.starts_with(each); })
        && line.find_first_of("|]") == std::string_view::npos && !hasControl(line);
}

} // namespace

TrainLogReader::TrainLogReader(std::size_t mostBytes)
    : LogSplitter({summaryFinder(), isPlainLine, true},
                  [this](const std::string& rank) { return std::make_unique<RunCollector>(rank, m_found); })
{
    m_found.room = mostBytes;
}

Runs TrainLogReader::finish()
{
    if (const std::uint64_t left = finishAll(); left > 0)
        m_found.warnings.addNamed("ranks-left-out", std::to_string(left) + " lines of further ranks are left out.");
    std::ranges::stable_sort(m_found.list, {}, &Run::line);
    if (m_found.left > 0)
        m_found.warnings.addNamed("runs-left-out",
                                  std::to_string(m_found.left) + " more runs are left out after the first "
                                      + std::to_string(m_found.list.size()) + ".");
    return std::move(m_found);
}

} // namespace tidemark::tt
