#include "core/link/recorded_failure.h"

#include "core/base/characters.h"
#include "core/base/text.h"
#include "core/history/history_document.h"
#include "core/oom/message.h"
#include "core/oom/oom_document.h"
#include "core/view/figures.h"

#include <algorithm>

namespace tidemark {
namespace {

/// The message that a view shows. Null: it shows no message.
const oom::Message* messageOf(const View& view, const Figures& figures, const Documents& documents)
{
    const Figure* const line = figures.find("line");
    const auto* const number = line ? std::get_if<std::int64_t>(&line->value) : nullptr;
    if (view.axis.kind != AxisKind::None || !number)
        return nullptr;
    const std::string rank = figures.text("rank");
    for (const auto& document : documents) {
        const auto* const messages = oom::asMessages(*document);
        if (!messages)
            continue;
        for (const ProgramId program : allPrograms(*messages)) {
            const oom::Message& message = messages->message(program);
            if (static_cast<std::int64_t>(message.line) == *number
                && messages->catalogue().fileOf(program).path == view.path && validUtf8(message.rank) == rank)
                return &message;
        }
    }
    return nullptr;
}

/// Whether an allocation of a running program failed.
bool isAtRunTime(oom::Kind kind)
{
    using oom::Kind;
    return kind == Kind::RuntimeAllocation || kind == Kind::ProgramLoad || kind == Kind::GpuPlan || kind == Kind::Bfc
        || kind == Kind::GpuShort;
}

/// The only number in a name: "1" of "GPU 1" and of "GPU_1_bfc". Empty if it has none or several.
std::string onlyNumber(const std::string& name)
{
    const auto begin = std::ranges::find_if(name, isDigit);
    const auto end = std::find_if_not(begin, name.end(), isDigit);
    return std::any_of(end, name.end(), isDigit) ? std::string() : std::string(begin, end);
}

/// Whether an allocator may be that of the device that a message names. PyTorch calls every device of its messages a
/// GPU, and XLA may write only its number.
bool isOfDevice(const std::string& memory, const std::string& device)
{
    if (memory == device)
        return true;
    std::string word = memory.substr(0, 3);
    std::ranges::transform(word, word.begin(), toLower);
    const bool isOfPyTorch = device.starts_with("GPU ");
    const bool isOnGpu = (word == "gpu" && !(isOfPyTorch && memory.ends_with("_bfc"))) || word == "xpu";
    const bool isNumbered = isOfPyTorch || std::ranges::all_of(device, isDigit);
    return isOnGpu && isNumbered && !onlyNumber(device).empty() && onlyNumber(memory) == onlyNumber(device);
}

/// Whether the memory of the recording is as large as that of the message, as far as both are known.
bool isAsLarge(const history::MemoryRecording& recording, const oom::Message& message)
{
    constexpr std::int64_t kShare = 10; // an allocator gets up to a tenth less than the device has
    if (!recording.capacity || !message.limit || *recording.capacity <= 0)
        return true;
    return std::abs(message.limit->bytes - *recording.capacity) <= *recording.capacity / kShare;
}

/// A moment of a recording that is that of a message.
struct Moment {
    const history::HistoryDocument* document = nullptr;
    Selection selection;
    std::string memory;
    StepId cell;
    bool isFailure = false; // false: the last event
};

} // namespace

struct RecordedFailures::Memory {
    const history::HistoryDocument* document = nullptr;
    Selection selection;
    const history::MemoryRecording* recording = nullptr;
    std::vector<StepId> failed; // cells of its failed allocations
};

namespace {

/// The failed allocations that may be the message's, or the last events if there are none.
std::vector<Moment> momentsOf(const oom::Message& message, const std::vector<RecordedFailures::Memory>& memories)
{
    if (!message.requested || !isAtRunTime(message.kind))
        return {};
    const bool isOfMainMemory = oom::memoryOf(message).number == 0;
    const auto hasEvents = [](const auto& memory) { return !memory.recording->events.empty(); };
    const bool isOnly = message.device.empty() && std::ranges::count_if(memories, hasEvents) == 1;
    std::vector<Moment> found;
    for (const RecordedFailures::Memory& memory : memories) {
        const history::MemoryRecording& recording = *memory.recording;
        const bool isOfIt
            = isOfMainMemory ? isOnly || isOfDevice(recording.name, message.device) : recording.name == message.device;
        if (!isOfIt || !isAsLarge(recording, message))
            continue;
        Moment moment{memory.document, memory.selection, recording.name, StepId::at(recording.events.size()), false};
        if (!recording.stated.empty())
            found.push_back(moment);
        for (std::size_t i = 0; i < memory.failed.size(); ++i) {
            const history::Failure& failure = recording.failures[i];
            const bool isFreeKnown = message.free && failure.freeOnDevice;
            if (!mayBeEqual(*message.requested, {failure.asked, 0})
                || (isFreeKnown && !mayBeEqual(*message.free, {*failure.freeOnDevice, 0})))
                continue;
            moment.cell = memory.failed[i];
            moment.isFailure = true;
            found.push_back(moment);
        }
    }
    if (std::ranges::any_of(found, &Moment::isFailure))
        std::erase_if(found, [](const Moment& moment) { return !moment.isFailure; });
    return found;
}

void add(FigureList& list, const Moment& moment, const history::InUse& inUse)
{
    list.text("recorded_in", validUtf8(fileNameOf(moment.document->catalogue().fileOf(moment.selection.program).path)));
    list.text("recorded_memory", moment.memory);
    list.add("recorded_event", std::int64_t{moment.cell.value});
    list.text("recorded_match", moment.isFailure ? "failed_allocation" : "last_event");
    list.add("in_use_at_failure_bytes", inUse.bytes);
    const auto& segments = inUse.segments;
    list.add("reserved_at_failure_bytes", segments ? std::optional(segments->reserved) : std::nullopt);
    list.add("largest_free_at_failure_bytes", segments ? std::optional(segments->largest) : std::nullopt);
    list.text("held_most_by", inUse.holder);
    list.add("held_most_bytes", inUse.holderBytes);
    list.add("held_most_count", static_cast<std::int64_t>(inUse.holderRows.size()));
}

} // namespace

Figures withRecordedFailure(Figures figures, const View& view, const Documents& openedTogether)
{
    const oom::Message* const message = messageOf(view, figures, openedTogether);
    if (!message)
        return figures;
    const std::vector<Moment> moments = momentsOf(*message, RecordedFailures(openedTogether).memories());
    if (moments.size() != 1)
        return figures; // of several moments, none is known to be the message's
    const Moment& moment = moments.front();
    FigureList list;
    add(list, moment, moment.document->inUseAt(moment.selection, moment.cell));
    for (Figure& figure : list.take())
        figures.list.push_back(std::move(figure));
    return figures;
}

RecordedFailures::RecordedFailures(const Documents& documents)
{
    for (const auto& document : documents) {
        const auto* const histories = history::asHistories(*document);
        if (!histories)
            continue;
        histories->forEachMemory([&](const Selection& selection, const history::MemoryRecording& recording) {
            m_memories.push_back({histories, selection, &recording, history::failuresOf(recording)});
        });
    }
}

RecordedFailures::~RecordedFailures() = default;

bool RecordedFailures::areOf(const oom::Message& message, const View& view) const
{
    const std::vector<Moment> moments = momentsOf(message, m_memories);
    return !moments.empty() && std::ranges::all_of(moments, [&](const Moment& moment) {
        const FileEntry& file = moment.document->catalogue().fileOf(moment.selection.program);
        return file.path == view.path && validUtf8(moment.memory) == view.memoryName;
    });
}

} // namespace tidemark
