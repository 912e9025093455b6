#include "core/tenstorrent/tt_xla/profile_log_reader.h"

#include "core/base/find.h"
#include "core/base/text.h"
#include "core/text/control_codes.h"
#include "core/text/text_cursor.h"

#include <algorithm>
#include <map>
#include <unordered_map>
#include <unordered_set>
#include <utility>

namespace tidemark::ttxla {
namespace {

// Words in messages of tt-mlir's runtime.
constexpr std::string_view kExecuting = "Executing operation:";
constexpr std::string_view kDevice = "Device ";
constexpr std::string_view kState = "memory state";

/// Returns the first word.
std::string_view wordOf(std::string_view text)
{
    text = trimmedLeft(text);
    return text.substr(0, text.find_first_of(" \t\r\n"));
}

/// Returns the text after `words`, or nullopt if `words` is not in the text.
std::optional<std::string_view> textAfter(std::string_view text, std::string_view words)
{
    const std::size_t at = text.find(words);
    return at == std::string_view::npos ? std::nullopt : std::optional(text.substr(at + words.size()));
}

/// Returns the position of the next "Device … memory state" at or after `from`, or npos.
std::size_t findState(std::string_view text, std::size_t from)
{
    constexpr std::size_t kFarthest = 40; // longest distance, enough for "Device L1_SMALL "
    for (std::size_t state = text.find(kState, from); state != std::string_view::npos;
         state = text.find(kState, state + 1)) {
        const std::size_t begin = std::max(from, state - std::min(state, kFarthest));
        const std::size_t device = text.substr(begin, state - begin).rfind(kDevice);
        if (device != std::string_view::npos)
            return begin + device;
    }
    return std::string_view::npos;
}

/// Returns the position of the next message about an operation or a memory at or after `from`, or npos.
std::size_t findMessage(std::string_view text, std::size_t from)
{
    return std::min(text.find(kExecuting, from), findState(text, from));
}

constexpr std::uint32_t kNoRange = UINT32_MAX;
constexpr std::size_t kLongestName = 300; // bytes kept of the name of a program, a graph or an operation type
constexpr unsigned kAllSeen = (1U << kMemories) - 1;

OperationKind kindOfType(std::string_view type)
{
    static constexpr std::pair<std::string_view, OperationKind> kKinds[] = {{"DeallocateOp", OperationKind::Deallocate},
                                                                            {"GetDeviceOp", OperationKind::GetDevice},
                                                                            {"before submit", OperationKind::Submit},
                                                                            {"after submit", OperationKind::Submitted}};
    const auto* const found = findFirst(kKinds, type, &std::pair<std::string_view, OperationKind>::first);
    return found ? found->second : OperationKind::Plain;
}

const PhraseFinder& runtimeFinder()
{
    static const PhraseFinder kFinder({"Executing operation:", "memory state",
                                       "execution of program:", "invalid cache for function:", "MLIR Module ",
                                       "END OF MLIR MODULE", "Out of Memory: Not enough space"});
    return kFinder;
}

/// Builds a profile from the lines of one writer.
class ProfileCollector : public tenstorrent::WriterLog
{
public:
    ProfileCollector(std::string rank, ProfileLogReader::Found& found)
        : m_found(found)
    {
        m_profile.rank = std::move(rank);
    }

    void line(std::uint64_t number, std::string_view text) override
    {
        const std::size_t first = findMessage(text, 0);
        std::size_t next = first == std::string_view::npos ? first : findMessage(text, first + 1);
        if (next != std::string_view::npos) // several threads wrote to the line at once
            warn("mixed-line", number, "it contains several messages; text between them may be cut");
        while (next != std::string_view::npos) {
            message(number, text.substr(0, next));
            text.remove_prefix(next);
            next = findMessage(text, 1);
        }
        message(number, text);
    }

    bool hasOpenText() const override { return m_isInModule; }
    bool takeText(std::string_view text) override
    {
        if (text.find("END OF MLIR MODULE") != std::string_view::npos) {
            m_isInModule = false;
            return true;
        }
        if (runtimeFinder().find(text, 0) != std::string_view::npos)
            return false;
        if (!m_isModuleKept)
            return true;
        if (takeRoom(text.size() + 1)) {
            m_profile.modules.back().text += validUtf8(text) + "\n";
            return true;
        }
        m_isModuleKept = false;
        warn("cut-module", m_profile.modules.back().line, "this module is too long; its rest is left out");
        return true;
    }

    void warn(std::string_view code, std::uint64_t number, std::string_view words) override
    {
        m_profile.warnings.addNamed(code, "line " + std::to_string(number) + ": " + validUtf8(words) + ".");
    }

    void finish() override
    {
        closeBlock();
        if (m_isInModule && m_isModuleKept)
            warn("cut-module", m_profile.modules.back().line, "this module has no end");
        finishAll();
        std::ranges::stable_sort(m_profile.ranges, {}, &Range::begin);
        m_profile.markLast();
        reportGaps();
        for (const auto& [what, count] : m_left)
            m_profile.warnings.addNamed(what.first,
                                        std::to_string(count) + " more " + std::string(what.second)
                                            + " are left out: there are too many.");
        for (const std::string_view stage : {"shlo_frontend", "shlo_compiler", "shlo"})
            if (const ModuleDump* module = m_profile.firstModule(stage); module && !m_profile.inputs.isKnown)
                m_profile.inputs = readInputs(module->text);
        m_profile.numberListed();
        m_profile.attributeWeights();
        if (!m_profile.operations.empty() || !m_profile.shortages.empty() || !m_profile.warnings.empty())
            m_found.profiles.push_back(std::move(m_profile));
    }

private:
    /// A program that is running.
    struct Running {
        std::string name;
        std::uint32_t range; // kNoRange if the range is left out
        bool isConstEval;
    };
    /// Allows look-ups in a table of strings by string_view.
    struct TextHash {
        using is_transparent = void;
        std::size_t operator()(std::string_view text) const { return std::hash<std::string_view>()(text); }
    };
    template <class Value>
    using ByText = std::unordered_map<std::string, Value, TextHash, std::equal_to<>>;

    void message(std::uint64_t number, std::string_view text)
    {
        if (const auto executed = textAfter(text, kExecuting)) {
            const FactsId facts = factsOf(number, trimmed(*executed));
            const auto kind = facts.isNone() ? OperationKind::Plain : kindOf(m_profile.facts[facts.index()]);
            m_awaitsBlock = push(number, kind, facts);
        } else if (const std::size_t device = findState(text, 0); device != std::string_view::npos) {
            const std::string_view state = text.substr(device);
            if (const auto type = textAfter(state, "Device memory state before operation"))
                blockOf(number, wordOf(*type));
            else if (const auto when = textAfter(state, "Device memory state "))
                blockOf(number, trimmed(*when));
            else
                memoryLine(number, state);
        } else if (const auto started = textAfter(text, "Starting execution of program:")) {
            startProgram(number, wordOf(*started));
        } else if (const auto finished = textAfter(text, "Finished execution of program:")) {
            finishProgram(wordOf(*finished));
        } else if (const auto missed = textAfter(text, "Cache miss or invalid cache for function:")) {
            if (takeRoom(missed->size()))
                m_missed.emplace(wordOf(*missed));
        } else if (const auto stage = textAfter(text, "MLIR Module ")) {
            if (const std::string_view word = wordOf(*stage); word.ends_with(':'))
                startModule(number, word.substr(0, word.size() - 1));
        } else if (text.find("Out of Memory: Not enough space") != std::string_view::npos) {
            shortage(number, text);
        } else if (text.find(kState) != std::string_view::npos && text.find("Bank") != std::string_view::npos) {
            warn("bad-line", number, "this memory state does not name its memory");
        }
    }

    void blockOf(std::uint64_t number, std::string_view type)
    {
        const OperationKind kind = kindOfType(type);
        if ((!m_awaitsBlock || kind == OperationKind::Submit || kind == OperationKind::Submitted)
            && !push(number, kind))
            return;
        if (type.empty())
            warn("cut-block", number, "the operation after these memory states is missing");
        m_awaitsBlock = false;
        m_profile.operations.back().type = nameOf(type);
        openBlock(number);
    }

    void openBlock(std::uint64_t number)
    {
        m_profile.operations.back().hasState = true;
        m_isBlockOpen = true;
        m_seen = 0;
        m_blockLine = number;
    }

    void memoryLine(std::uint64_t number, std::string_view text)
    {
        const auto read = readMemoryLine(text, [&](std::string_view code, std::string_view words) {
            warn(code, number, "this memory state " + std::string(words));
        });
        if (!read) {
            warn("bad-line", number, "the memory of this memory state is unknown");
            return;
        }
        const unsigned bit = 1U << static_cast<unsigned>(read->memory);
        if (!m_isBlockOpen || (m_seen & bit) != 0) {
            if (!push(number, OperationKind::Snapshot))
                return;
            openBlock(number);
        }
        m_seen |= bit;
        m_profile.states.back()[static_cast<std::size_t>(read->memory)] = read->state;
    }

    void startProgram(std::uint64_t number, std::string_view name)
    {
        const bool isConstEval = name.find("const_eval") != std::string_view::npos;
        // The previous main program never finished. Nothing of it runs any more.
        if (!isConstEval && !m_running.empty()) {
            warn("cut-program", number,
                 "a program starts here before the previous one, " + validUtf8(m_running.front().name) + ", has ended");
            finishAll();
        }
        Running running{std::string(name.substr(0, kLongestName)), kNoRange, isConstEval};
        const std::string shown = validUtf8(running.name);
        if (takeRoom(sizeof(Range) + shown.size())) {
            running.range = static_cast<std::uint32_t>(m_profile.ranges.size());
            const auto begin = static_cast<std::uint32_t>(m_profile.operations.size());
            m_profile.ranges.push_back(
                {shown, isConstEval ? RangeKind::ConstEval : RangeKind::Execution, begin, begin});
        } else {
            ++m_left[{"programs-left-out", "executions of programs"}];
        }
        m_running.push_back(std::move(running));
    }

    void finishProgram(std::string_view name)
    {
        const auto found = std::find_if(m_running.rbegin(), m_running.rend(), [&](const Running& running) {
            return running.name == name.substr(0, kLongestName);
        });
        if (found != m_running.rend())
            finishAll(static_cast<std::size_t>(m_running.rend() - found) - 1);
    }

    /// Finishes running programs, the innermost first, until `but` are left.
    void finishAll(std::size_t but = 0)
    {
        while (m_running.size() > but) {
            if (m_running.back().range != kNoRange)
                m_profile.ranges[m_running.back().range].end = static_cast<std::uint32_t>(m_profile.operations.size());
            m_running.pop_back();
        }
    }

    void startModule(std::uint64_t number, std::string_view stage)
    {
        static constexpr std::array<std::string_view, 5> kStages
            = {"shlo_frontend", "shlo_compiler", "shlo", "ttir", "ttnn"};
        if (m_isInModule)
            warn("cut-module", number, "a module starts here before the previous one has ended");
        m_isInModule = true;
        m_isModuleKept = std::ranges::find(kStages, stage) != kStages.end() && takeRoom(sizeof(ModuleDump));
        if (m_isModuleKept)
            m_profile.modules.push_back({std::string(stage), {}, number});
    }

    void shortage(std::uint64_t number, std::string_view text)
    {
        auto found = readOutOfMemory(text);
        if (!found) {
            warn("bad-line", number, "an allocation failed, and the numbers of this line cannot be read");
            return;
        }
        if (!takeRoom(sizeof(OutOfMemory))) {
            ++m_left[{"shortages-left-out", "allocations that failed"}];
            return;
        }
        found->line = number;
        const std::size_t count = m_profile.operations.size();
        found->operation = static_cast<std::uint32_t>(count == 0 ? 0 : count - 1);
        m_profile.shortages.push_back(std::move(*found));
    }

    FactsId factsOf(std::uint64_t number, std::string_view text)
    {
        if (const FactsId* const known = findValue(m_operations, text))
            return *known;
        auto facts = readOperation(text);
        if (!facts) {
            warn("bad-operation", number, "the executed operation cannot be read");
            return {};
        }
        // Nothing follows the types, so that the line is cut off.
        if (text.find("loc(") == std::string_view::npos || !trimmed(text).ends_with(')'))
            warn("cut-operation", number, "the executed operation is cut");
        constexpr std::size_t kPartsPerByte = 4; // memory for each byte of text: the text, its parts and their objects
        if (!takeRoom(kPartsPerByte * text.size() + sizeof(OperationFacts))) {
            ++m_left[{"facts-left-out", "different operations"}];
            return {};
        }
        const FactsId id = FactsId::at(m_profile.facts.size());
        m_profile.facts.push_back(std::move(*facts));
        m_operations.emplace(text, id);
        return id;
    }

    NameId nameOf(std::string_view name)
    {
        name = name.substr(0, kLongestName);
        if (const NameId* const known = findValue(m_names, name))
            return *known;
        const auto [found, isNew] = m_names.try_emplace(validUtf8(name), NameId::at(m_profile.names.size()));
        if (isNew) {
            m_profile.names.push_back(found->first);
            takeRoom(2 * found->first.size() + 100);
        }
        return found->second;
    }

    /// Adds an operation. Returns false if there is no room for it.
    bool push(std::uint64_t line, OperationKind kind, FactsId facts = {})
    {
        closeBlock();
        m_awaitsBlock = false;
        if (m_isFull || m_profile.operations.size() >= UINT32_MAX - 1
            || !takeRoom(sizeof(Operation) + sizeof(MemoryStates) + sizeof(std::vector<std::uint32_t>))) {
            m_isFull = true;
            ++m_left[{"operations-left-out", "operations"}];
            return false;
        }
        Operation operation;
        operation.line = line;
        operation.kind = kind;
        operation.facts = facts;
        const auto graph
            = std::find_if(m_running.rbegin(), m_running.rend(), [](const Running& each) { return each.isConstEval; });
        if (graph != m_running.rend()) {
            operation.constEval = nameOf(graph->name);
            operation.isCacheMiss = m_missed.contains(graph->name);
            operation.isWeight = true;
        }
        m_profile.operations.push_back(operation);
        m_profile.states.emplace_back();
        return true;
    }

    bool takeRoom(std::size_t bytes)
    {
        if (bytes > m_found.room)
            return false;
        m_found.room -= bytes;
        return true;
    }

    void closeBlock()
    {
        if (!m_isBlockOpen)
            return;
        m_isBlockOpen = false;
        if (m_seen == kAllSeen)
            return;
        std::string missing;
        for (std::size_t i = 0; i < kMemories; ++i)
            if ((m_seen & (1U << i)) == 0)
                addTo(missing, ", ", kMemoryNames[i]);
        warn("cut-block", m_blockLine, "memory states are missing after it: there are none of " + missing);
    }

    /// Warns about each operation without memory states and about memory states without an operation, if the log has
    /// both kinds of lines. A log may be written without one of them.
    void reportGaps()
    {
        const auto isExecuted = [](const Operation& each) { return each.kind <= OperationKind::GetDevice; };
        const bool hasBlocks = std::ranges::any_of(
            m_profile.operations, [&](const Operation& each) { return each.hasState && isExecuted(each); });
        const bool hasHeads = hasBlocks || std::ranges::any_of(m_profile.operations, [](const Operation& each) {
                                  return each.kind == OperationKind::Submit || each.kind == OperationKind::Submitted;
                              });
        for (const Operation& each : m_profile.operations) {
            if (hasBlocks && !each.hasState)
                warn("no-block", each.line, "the memory states before this operation are missing");
            if (hasHeads && each.kind == OperationKind::Snapshot)
                warn("no-operation", each.line, "memory states without the line that names the operation after them");
            if (hasBlocks && !m_profile.facts.empty() && each.facts.isNone() && isExecuted(each))
                warn("no-operation", each.line, "the log does not name the operation after these memory states");
        }
    }

    ProfileLogReader::Found& m_found;
    Profile m_profile;
    ByText<NameId> m_names;
    std::unordered_set<std::string> m_missed; // const-eval graphs that were not in the cache
    std::vector<Running> m_running; // running programs, the innermost last
    bool m_isFull = false; // an operation was left out
    std::map<std::pair<std::string_view, std::string_view>, std::uint64_t> m_left; // counts by code and words

    ByText<FactsId> m_operations; // runs of a program repeat its lines

    bool m_awaitsBlock = false; // the last operation has no memory states yet
    bool m_isBlockOpen = false; // the memory states of the last operation are being read
    unsigned m_seen = 0; // memories that those states have, one bit each
    std::uint64_t m_blockLine = 0;

    bool m_isInModule = false;
    bool m_isModuleKept = false;
};

bool isPlainMessage(std::string_view text)
{
    return (text.starts_with(kDevice) || text.starts_with("Executing operation: ")) && !hasControl(text);
}

} // namespace

ProfileLogReader::ProfileLogReader(std::size_t mostBytes)
    : LogSplitter(
        {runtimeFinder(), isPlainMessage, false},
        [this](const std::string& rank) { return std::make_unique<ProfileCollector>(validUtf8(rank), m_found); })
    , m_found{{}, mostBytes}
{ }

std::vector<Profile> ProfileLogReader::finish()
{
    const std::uint64_t left = finishAll();
    if (left > 0 && !m_found.profiles.empty())
        m_found.profiles.front().warnings.addNamed("ranks-left-out",
                                                   std::to_string(left) + " lines of further ranks are left out.");
    return std::move(m_found.profiles);
}

} // namespace tidemark::ttxla
