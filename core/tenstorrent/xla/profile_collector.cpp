#include "core/tenstorrent/xla/profile_collector.h"

#include "core/base/text.h"
#include "core/tenstorrent/xla/runtime_message.h"
#include "core/tenstorrent/xla/weights.h"
#include "core/text/control_codes.h"
#include "core/text/text_cursor.h"

#include <algorithm>
#include <utility>

namespace tidemark::ttxla {
namespace {

void warn(Profile& profile, std::string_view code, std::uint64_t line, const char* words)
{
    profile.warnings.addNamed(code, "line " + std::to_string(line) + ": " + words + ".");
}

/// Warns about each operation without memory states and about memory states without an operation, if the log has both
/// kinds of lines. A log may be written without one of them.
void reportGaps(Profile& profile)
{
    const bool hasBlocks = std::ranges::any_of(profile.operations, [](const Operation& each) {
        return each.hasState && each.kind <= OperationKind::GetDevice;
    });
    const bool hasHeads = hasBlocks || std::ranges::any_of(profile.operations, [](const Operation& each) {
                              return each.kind == OperationKind::Submit || each.kind == OperationKind::Submitted;
                          });
    for (const Operation& each : profile.operations) {
        if (hasBlocks && !each.hasState)
            warn(profile, "no-block", each.line, "the memory states before this operation are missing");
        if (hasHeads && each.kind == OperationKind::Snapshot)
            warn(profile, "no-operation", each.line,
                 "memory states without the line that names the operation after them");
        if (hasBlocks && !profile.facts.empty() && each.facts.isNone() && each.kind <= OperationKind::GetDevice)
            warn(profile, "no-operation", each.line, "the log does not name the operation after these memory states");
    }
}

constexpr std::uint32_t kNoRange = UINT32_MAX;
constexpr std::size_t kLongestName = 300; // bytes kept of the name of a program, a graph or an operation type
constexpr unsigned kAllSeen = (1U << kMemories) - 1;

OperationKind kindOfType(std::string_view type)
{
    if (type == "DeallocateOp")
        return OperationKind::Deallocate;
    if (type == "GetDeviceOp")
        return OperationKind::GetDevice;
    if (type == "before submit")
        return OperationKind::Submit;
    if (type == "after submit")
        return OperationKind::Submitted;
    return OperationKind::Plain;
}

} // namespace

ProfileCollector::ProfileCollector(std::string rank, std::size_t& room)
    : m_room(room)
{
    m_profile.rank = std::move(rank);
}

void ProfileCollector::warn(std::string_view code, std::uint64_t number, std::string_view words)
{
    m_profile.warnings.addNamed(code, "line " + std::to_string(number) + ": " + validUtf8(words) + ".");
}

bool ProfileCollector::takeRepeated(std::uint64_t number, std::string_view text)
{
    constexpr std::string_view kBefore = "Device memory state before operation ";
    if (const MemoryLine* const same = m_known.memory(text)) {
        addState(number, *same);
        return true;
    }
    if (text.starts_with(kBefore)) {
        const std::string_view type = text.substr(kBefore.size());
        const bool isWord = !type.empty() && std::ranges::all_of(type, isAlphanumeric);
        if (isWord)
            blockOf(number, type);
        return isWord;
    }
    if (!text.starts_with(kExecuting))
        return false;
    const FactsId known = m_known.operation(trimmed(text.substr(kExecuting.size())));
    if (known.isNone() || !m_known.isClean(known))
        return false;
    execute(number, known);
    return true;
}

bool ProfileCollector::isPlain(std::uint64_t number, std::string_view text)
{
    if (takeRepeated(number, text))
        return true;
    if (!text.starts_with(kDevice))
        return false;
    bool isWhole = true;
    const auto read = readMemoryLine(text, [&](std::string_view, std::string_view) { isWhole = false; });
    if (!read || !isWhole)
        return false;
    if (!hasControl(text))
        m_known.set(text, *read);
    addState(number, *read);
    return true;
}

void ProfileCollector::line(std::uint64_t number, std::string_view text)
{
    if (isPlain(number, text))
        return;
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

void ProfileCollector::message(std::uint64_t number, std::string_view text)
{
    if (const auto executed = textAfter(text, kExecuting)) {
        execute(number, factsOf(number, trimmed(*executed)));
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
        if (std::string graph(wordOf(*missed)); !m_missed.contains(graph) && takeRoom(graph.size()))
            m_missed.insert(std::move(graph));
    } else if (const auto stage = textAfter(text, "MLIR Module ")) {
        if (const std::string_view word = wordOf(*stage); word.ends_with(':'))
            startModule(number, word.substr(0, word.size() - 1));
    } else if (text.find("Out of Memory: Not enough space") != std::string_view::npos) {
        shortage(number, text);
    } else if (!isBeside(text) && text.find(kState) != std::string_view::npos
               && text.find("Bank") != std::string_view::npos) {
        warn("bad-line", number, "this memory state does not name its memory");
    }
}

bool ProfileCollector::isBeside(std::string_view text)
{
    if (text.find("= test session starts =") != std::string_view::npos
        || text.find("ClientInstance::PJRT_Client_Create") != std::string_view::npos) {
        startSession();
        return true;
    }
    const std::string_view test = testName(text);
    if (!test.empty() && m_sessionBegin == m_profile.operations.size())
        m_sessionName = validUtf8(test.substr(0, kLongestName));
    return !test.empty();
}

bool ProfileCollector::takeRoom(std::size_t bytes)
{
    if (bytes > m_room)
        return false;
    m_room -= bytes;
    return true;
}

NameId ProfileCollector::nameOf(std::string_view name)
{
    const auto [found, isNew]
        = m_names.try_emplace(validUtf8(name.substr(0, kLongestName)), NameId::at(m_profile.names.size()));
    if (isNew) {
        m_profile.names.push_back(found->first);
        takeRoom(2 * found->first.size() + 100);
    }
    return found->second;
}

FactsId ProfileCollector::factsOf(std::uint64_t number, std::string_view text)
{
    if (const FactsId known = m_known.operation(text); !known.isNone())
        return known;
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
        ++m_leftFacts;
        return {};
    }
    const FactsId id = FactsId::at(m_profile.facts.size());
    m_profile.facts.push_back(std::move(*facts));
    m_known.add(text, id);
    return id;
}

bool ProfileCollector::push(Operation operation)
{
    closeBlock();
    m_awaitsBlock = false;
    if (m_left > 0 || m_profile.operations.size() >= UINT32_MAX - 1
        || !takeRoom(sizeof(Operation) + sizeof(MemoryStates) + sizeof(std::vector<std::uint32_t>))) {
        ++m_left;
        return false;
    }
    for (auto running = m_running.rbegin(); running != m_running.rend(); ++running)
        if (running->isConstEval) {
            operation.constEval = nameOf(running->name);
            operation.isCacheMiss = m_missed.contains(running->name);
            operation.isWeight = true;
            break;
        }
    m_profile.operations.push_back(operation);
    m_profile.states.emplace_back();
    return true;
}

void ProfileCollector::execute(std::uint64_t number, FactsId facts)
{
    Operation executed;
    executed.line = number;
    executed.facts = facts;
    if (const OperationFacts* known = m_profile.factsOf(executed))
        executed.kind = kindOf(*known);
    m_awaitsBlock = push(executed);
    m_known.execute(facts);
}

/// The memory states of an operation give the same type each time.
NameId ProfileCollector::typeOf(std::string_view type)
{
    const NameId known = m_known.type();
    if (!known.isNone() && m_profile.nameOf(known) == type)
        return known;
    const NameId name = nameOf(type);
    m_known.setType(name);
    return name;
}

void ProfileCollector::blockOf(std::uint64_t number, std::string_view type)
{
    const OperationKind kind = kindOfType(type);
    if (!m_awaitsBlock || kind == OperationKind::Submit || kind == OperationKind::Submitted) {
        Operation alone;
        alone.line = number;
        alone.kind = kind;
        if (!push(alone))
            return;
    }
    if (type.empty())
        warn("cut-block", number, "the operation after these memory states is missing");
    m_awaitsBlock = false;
    m_isBlockOpen = true;
    m_seen = 0;
    m_blockLine = number;
    Operation& last = m_profile.operations.back();
    last.type = typeOf(type);
    last.hasState = true;
}

void ProfileCollector::memoryLine(std::uint64_t number, std::string_view text)
{
    const auto read = readMemoryLine(text, [&](std::string_view code, std::string_view words) {
        warn(code, number, "this memory state " + std::string(words));
    });
    if (read)
        addState(number, *read);
    else
        warn("bad-line", number, "the memory of this memory state is unknown");
}

void ProfileCollector::addState(std::uint64_t number, const MemoryLine& read)
{
    const unsigned bit = 1U << static_cast<unsigned>(read.memory);
    if (!m_isBlockOpen || (m_seen & bit) != 0) {
        Operation alone;
        alone.line = number;
        alone.kind = OperationKind::Snapshot;
        if (!push(alone))
            return;
        m_profile.operations.back().hasState = true;
        m_isBlockOpen = true;
        m_seen = 0;
        m_blockLine = number;
    }
    m_seen |= bit;
    m_profile.states.back()[static_cast<std::size_t>(read.memory)] = read.state;
}

void ProfileCollector::closeBlock()
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

void ProfileCollector::startProgram(std::uint64_t number, std::string_view name)
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
        const std::uint32_t count = ++m_runs[shown];
        m_profile.ranges.push_back(
            {shown, isConstEval ? RangeKind::ConstEval : RangeKind::Execution, begin, begin, count});
    } else {
        ++m_leftRanges;
    }
    m_running.push_back(std::move(running));
}

void ProfileCollector::finishProgram(std::string_view name)
{
    const auto found = std::find_if(m_running.rbegin(), m_running.rend(), [&](const Running& running) {
        return running.name == name.substr(0, kLongestName);
    });
    if (found != m_running.rend())
        finishAll(static_cast<std::size_t>(m_running.rend() - found) - 1);
}

void ProfileCollector::finishAll(std::size_t but)
{
    while (m_running.size() > but) {
        if (m_running.back().range != kNoRange)
            m_profile.ranges[m_running.back().range].end = static_cast<std::uint32_t>(m_profile.operations.size());
        m_running.pop_back();
    }
}

void ProfileCollector::startModule(std::uint64_t number, std::string_view stage)
{
    static constexpr std::array<std::string_view, 5> kStages
        = {"shlo_frontend", "shlo_compiler", "shlo", "ttir", "ttnn"};
    if (m_isInModule)
        warn("cut-module", number, "a module starts here before the previous one has ended");
    m_isInModule = true;
    m_isModuleCut = false;
    m_isModuleKept = std::ranges::find(kStages, stage) != kStages.end() && takeRoom(sizeof(ModuleDump));
    if (m_isModuleKept)
        m_profile.modules.push_back(
            {std::string(stage), {}, number, static_cast<std::uint32_t>(m_profile.operations.size())});
}

void ProfileCollector::moduleLine(std::string_view text, bool isEnd)
{
    if (isEnd) {
        m_isInModule = false;
        return;
    }
    if (!m_isModuleKept || m_isModuleCut)
        return;
    if (!takeRoom(text.size() + 1)) {
        m_isModuleCut = true;
        warn("cut-module", m_profile.modules.back().line, "this module is too long; its rest is left out");
        return;
    }
    m_profile.modules.back().text += validUtf8(text) + "\n";
}

void ProfileCollector::closeSession()
{
    const auto end = static_cast<std::uint32_t>(m_profile.operations.size());
    if (end == m_sessionBegin)
        return;
    std::string name
        = m_sessionName.empty() ? "program_" + std::to_string(m_sessions) : std::exchange(m_sessionName, {});
    ++m_sessions;
    m_profile.ranges.push_back({std::move(name), RangeKind::Session, m_sessionBegin, end, 1});
    m_sessionBegin = end;
}

void ProfileCollector::startSession()
{
    if (m_sessionBegin == m_profile.operations.size())
        return;
    closeSession();
    finishAll();
}

void ProfileCollector::shortage(std::uint64_t number, std::string_view text)
{
    auto found = readOutOfMemory(text);
    if (!found) {
        warn("bad-line", number, "an allocation failed, and the numbers of this line cannot be read");
        return;
    }
    constexpr std::size_t kMost = 10000;
    if (m_profile.shortages.size() >= kMost) {
        ++m_leftShortages;
        return;
    }
    found->line = number;
    const std::size_t count = m_profile.operations.size();
    found->operation = static_cast<std::uint32_t>(count == 0 ? 0 : count - 1);
    m_profile.shortages.push_back(std::move(*found));
}

Profile ProfileCollector::finish()
{
    closeBlock();
    if (m_isInModule && m_isModuleKept)
        warn("cut-module", m_profile.modules.back().line, "this module has no end");
    finishAll();
    closeSession();
    if (m_sessions < 2)
        std::erase_if(m_profile.ranges, [](const Range& range) { return range.kind == RangeKind::Session; });
    std::ranges::stable_sort(m_profile.ranges, {}, &Range::begin);
    m_profile.markLast();
    reportGaps(m_profile);
    if (m_left > 0)
        m_profile.warnings.addNamed("operations-left-out",
                                    std::to_string(m_left) + " more operations are left out after the first "
                                        + std::to_string(m_profile.operations.size()) + ": there are too many.");
    if (m_leftFacts > 0)
        m_profile.warnings.addNamed("operations-left-out",
                                    "the facts of " + std::to_string(m_leftFacts)
                                        + " more operations are left out: there are too many different ones.");
    if (m_leftRanges > 0)
        m_profile.warnings.addNamed("programs-left-out",
                                    std::to_string(m_leftRanges) + " more executions of programs are not marked.");
    if (m_leftShortages > 0)
        m_profile.warnings.addNamed("shortages-left-out",
                                    std::to_string(m_leftShortages) + " more allocations that failed are left out.");
    for (const std::string_view stage : {"shlo_frontend", "shlo_compiler", "shlo"})
        if (const ModuleDump* module = m_profile.firstModule(stage); module && !m_profile.inputs.isKnown)
            m_profile.inputs = readInputs(module->text);
    numberListed(m_profile);
    attributeWeights(m_profile);
    return std::move(m_profile);
}

} // namespace tidemark::ttxla
