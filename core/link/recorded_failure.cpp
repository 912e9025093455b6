#include "core/link/recorded_failure.h"

#include "core/base/characters.h"
#include "core/base/text.h"
#include "core/history/history_document.h"
#include "core/oom/oom_document.h"
#include "core/view/figure_list.h"

#include <algorithm>

namespace tidemark {
namespace {

/// The message that a view shows. Null: it shows no message.
const oom::Report* messageOf(const View& view, const Figures& figures, const Documents& documents)
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
            const oom::Report& report = messages->report(program);
            if (static_cast<std::int64_t>(report.line) == *number
                && messages->catalogue().fileOf(program).path == view.path && validUtf8(report.rank) == rank)
                return &report;
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
    const bool isOnGpu = word == "gpu" || word == "xpu";
    const bool isNumbered = device.starts_with("GPU ") || std::ranges::all_of(device, isDigit);
    return isOnGpu && isNumbered && !onlyNumber(device).empty() && onlyNumber(memory) == onlyNumber(device);
}

/// A moment of a recording that is that of a message.
struct Moment {
    const history::HistoryDocument* document = nullptr;
    Selection selection;
    std::string memory;
    StepId cell;
    bool isFailure = false; // false: the last event
};

class MomentFinder
{
public:
    MomentFinder(const oom::Report& report, const Documents& documents)
        : m_report(report)
        , m_documents(documents)
    { }

    /// The failed allocations that may be the message's, or the last events if there are none.
    std::vector<Moment> find()
    {
        if (!m_report.requested || !isAtRunTime(m_report.kind))
            return {};
        std::size_t memories = 0;
        for (const auto& document : m_documents)
            if (const auto* const histories = history::asHistories(*document))
                histories->forEachMemory([&](const Selection&, const history::MemoryRecording& memory) {
                    memories += !memory.events.empty();
                });
        for (const auto& document : m_documents)
            if (const auto* const histories = history::asHistories(*document))
                histories->forEachMemory([&](const Selection& selection, const history::MemoryRecording& memory) {
                    const bool isOnly = memories == 1 && m_report.device.empty();
                    if (isOnly || isOfDevice(memory.name, m_report.device))
                        look(*histories, selection, memory);
                });
        if (std::ranges::any_of(m_found, &Moment::isFailure))
            std::erase_if(m_found, [](const Moment& moment) { return !moment.isFailure; });
        return std::move(m_found);
    }

private:
    void look(const history::HistoryDocument& document, const Selection& selection,
              const history::MemoryRecording& memory)
    {
        Moment moment{&document, selection, memory.name, StepId::at(memory.events.size()), false};
        if (!memory.stated.empty())
            m_found.push_back(moment);
        for (std::size_t i = 0; i < memory.events.size(); ++i) {
            const history::Event& event = memory.events[i];
            if (event.action != history::Action::Fail || !mayBeEqual(*m_report.requested, {event.size, 0}))
                continue;
            const bool isFreeKnown = m_report.free && event.requested >= 0; // of the device
            if (isFreeKnown && !mayBeEqual(*m_report.free, {event.requested, 0}))
                continue;
            moment.cell = StepId::at(i + 1);
            moment.isFailure = true;
            m_found.push_back(moment);
        }
    }

    const oom::Report& m_report;
    const Documents& m_documents;
    std::vector<Moment> m_found;
};

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
    const oom::Report* const report = messageOf(view, figures, openedTogether);
    if (!report)
        return figures;
    const std::vector<Moment> moments = MomentFinder(*report, openedTogether).find();
    if (moments.size() != 1)
        return figures; // of several moments, none is known to be the message's
    const Moment& moment = moments.front();
    FigureList list;
    add(list, moment, moment.document->inUseAt(moment.selection, moment.cell));
    for (Figure& figure : list.take())
        figures.list.push_back(std::move(figure));
    return figures;
}

bool isRecordingOf(const View& view, const oom::Report& report, const Documents& openedTogether)
{
    const std::vector<Moment> moments = MomentFinder(report, openedTogether).find();
    return !moments.empty() && std::ranges::all_of(moments, [&](const Moment& moment) {
        const FileEntry& file = moment.document->catalogue().fileOf(moment.selection.program);
        return file.path == view.path && validUtf8(moment.memory) == view.memoryName;
    });
}

} // namespace tidemark
