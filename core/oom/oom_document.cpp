#include "core/oom/oom_document.h"

#include "core/base/find.h"
#include "core/base/text.h"
#include "core/oom/explain_message.h"
#include "core/oom/headline.h"
#include "core/oom/message.h"
#include "core/oom/message_advice.h"
#include "core/oom/message_figures.h"
#include "core/oom/message_rows.h"
#include "core/text/text_cursor.h"
#include "core/view/choice.h"

#include <algorithm>

namespace tidemark::oom {
namespace {

bool isSameWord(std::string_view a, std::string_view b)
{
    return std::ranges::equal(a, b, {}, toLower, toLower);
}

ProgramOutline outlineOf(const std::shared_ptr<const Message>& message)
{
    const MemoryName memory = memoryOf(*message);
    const auto asked = askedBytes(*message);
    const MessageRows rows(message);
    const auto listed = rows.count() > 0 ? std::optional(rows.sum()) : std::nullopt;
    ProgramOutline outline;
    outline.hasPlan = true;
    outline.memories.push_back(
        {memory.number, memory.name, memory.text, asked, asked, std::max(asked, listed), !message->needed});
    return outline;
}

/// The beginning of the headline, which says what failed.
std::string shortHeadline(const Message& message)
{
    const std::string headline = headlineOf(message);
    const std::size_t end = std::min(headline.find(": "), headline.find("; "));
    return headline.substr(0, std::min(end, headline.find_last_not_of('.') + 1));
}

/// The data that the callbacks of a view use.
struct ShownMessage {
    std::shared_ptr<const Message> message;
    std::shared_ptr<const MessageRows> rows;
    std::int64_t level = 0;
};

/// " On TPU v5p (95.73 GiB) the need fits, with 72.82 GiB to spare.": the message is about the device of the run.
void describeChosenDevice(const Figures& figures, Explanation& explanation)
{
    constexpr std::size_t kMostAmounts = 7; // a text has at most nine
    if (!figures.capacity.isChosen || !figures.headroomBytes || explanation.amounts.size() > kMostAmounts)
        return;
    explanation.text += " On " + plainWords(printable(figures.capacity.device)) + " ("
        + explanation.addAmount(*figures.capacity.bytes) + ") the need ";
    const std::string difference = explanation.addAmount(std::abs(*figures.headroomBytes));
    if (*figures.headroomBytes < 0)
        explanation.text += "is over by " + difference + ".";
    else
        explanation.text += "fits, with " + difference + " to spare.";
}

} // namespace

std::shared_ptr<const View> makeMessageView(const std::shared_ptr<const Message>& message, const FileEntry& file,
                                            const ProgramEntry& program)
{
    auto shown = std::make_shared<ShownMessage>();
    shown->message = message;
    shown->rows = std::make_shared<const MessageRows>(message);
    shown->level = shown->rows->count() > 0 ? shown->rows->sum() : askedBytes(*message).value_or(0);

    const MemoryName memory = memoryOf(*message);
    auto view = std::make_shared<View>();
    view->path = file.path;
    view->program = validUtf8(program.name);
    view->programText = view->program + framed(", rank ", validUtf8(message->rank));
    view->memory = memory.number;
    view->memoryName = memory.name;
    view->memoryText = memory.text;
    view->axis.kind = AxisKind::None;
    view->axis.cell = "message";
    view->curves = {{CurveRole::Level, "Listed", {&shown->level, 1}, Hue::Temporary}};
    view->isPeakLeast = !message->needed;
    view->rows = MessageRows::tableOf(shown->rows);
    view->platform = platformOf(*message);
    view->figures = [shown](const Device* chosen) { return figuresOf(*shown->message, shown->rows->parts(), chosen); };
    const bool isDeviceMemory = view->platform != Platform::Unknown && memory.number == 0;
    view->findings = [shown, rows = view->rows, platform = view->platform, isDeviceMemory](const Figures& figures,
                                                                                           const Progress&) {
        const Room room{figures.capacity.bytes, 0, isDeviceMemory, platform};
        return Result<std::vector<Finding>>(advise(*shown->message, *shown->rows, rows, room));
    };
    view->explain = [shown, rows = view->rows](const Figures& figures, const Progress&) {
        Explanation explanation = explainMessage(*shown->message, *shown->rows, rows);
        describeRecorded(figures, explanation);
        describeChosenDevice(figures, explanation);
        return Result<Explanation>(std::move(explanation));
    };
    view->checks = [shown] { return shown->message->checks; };
    if (const std::size_t count = shown->rows->withoutSize(); count > 0)
        view->problems.addNamed("allocations-without-size",
                                "The message lists " + counted(count, "allocation")
                                    + " without a size; they are only in its text.");
    view->memoryUse = message->text.size() + message->allocations.size() * sizeof(Allocation);
    view->owner = shown;
    return view;
}

OomDocument::OomDocument(std::vector<LogMessages> logs, Warnings warnings)
{
    m_catalogue.kind = kKind;
    m_catalogue.words = {"message", "messages", "memory", "rank"};
    m_catalogue.words.size = "text";
    m_catalogue.words.peak = "need";
    m_catalogue.warnings = std::move(warnings);
    m_catalogue.hasOneMemoryEach = true;
    for (LogMessages& log : logs)
        add(log);
    m_catalogue.sortSources();
}

SourceId OomDocument::sourceOf(const std::string& file, const std::string& rank)
{
    const auto [found, isNew] = m_sources.try_emplace({file, rank}, SourceId::at(m_catalogue.sources.size()));
    if (isNew)
        m_catalogue.sources.push_back({validUtf8(file + framed(", rank ", rank)), {}, validUtf8(rank)});
    return found->second;
}

void OomDocument::add(LogMessages& log)
{
    const FileId file = FileId::at(m_catalogue.files.size());
    if (!log.messages.empty())
        log.entry.platform = platformOf(log.messages.front());
    m_catalogue.files.push_back(log.entry);
    m_catalogue.warnings.addOf(log.entry.path, log.warnings);
    if (log.entry.error)
        m_catalogue.warnings.addNamed("unreadable-file", log.entry.error->message, log.entry.error->offset);
    std::map<std::string, int> named; // number of messages for each module
    for (const Message& message : log.messages)
        ++named[message.module];
    for (Message& message : log.messages) {
        ProgramEntry program;
        program.file = file;
        program.source = sourceOf(std::string(fileNameOf(log.entry.path)), message.rank);
        const std::string line = "line " + std::to_string(message.line);
        program.name = message.module.empty() ? "message at " + line
            : named[message.module] == 1      ? message.module
                                              : message.module + ", " + line;
        program.bytes = message.text.size();
        program.about = shortHeadline(message);
        m_byModule[message.module].push_back(ProgramId::at(m_catalogue.programs.size()));
        m_catalogue.programs.push_back(std::move(program));
        auto shared = std::make_shared<const Message>(std::move(message));
        m_programs.push_back({shared, outlineOf(shared)});
    }
}

std::span<const ProgramId> OomDocument::messagesOf(const std::string& module) const
{
    if (const auto* const found = findValue(m_byModule, module))
        return *found;
    return {};
}

std::optional<Digest> OomDocument::digest(ProgramId program) const
{
    // FNV-1a of the text, forwards and backwards. Like every digest here, it does not protect against forgery.
    const std::string& text = message(program).text;
    Digest digest{0xcbf29ce484222325, 0xcbf29ce484222325};
    const auto mix = [](std::uint64_t hash, char c) {
        return (hash ^ static_cast<unsigned char>(c)) * std::uint64_t{0x100000001b3};
    };
    for (std::size_t i = 0; i < text.size(); ++i) {
        digest.high = mix(digest.high, text[i]);
        digest.low = mix(digest.low, text[text.size() - 1 - i]);
    }
    return digest;
}

Result<std::shared_ptr<const View>> OomDocument::view(const Selection& selection, const Progress&) const
{
    if (!outline(selection.program).uses(selection.memory))
        return unusedMemory(*this, {selection.program}, selection.memory);
    const ProgramEntry& program = m_catalogue.programs[selection.program.index()];
    return makeMessageView(m_programs[selection.program.index()].message, m_catalogue.fileOf(selection.program),
                           program);
}

std::vector<MemoryOutline> OomDocument::memoriesOf(const FileEntry& file) const
{
    std::vector<MemoryOutline> memories;
    for (std::size_t i = 0; i < m_programs.size(); ++i)
        if (m_catalogue.fileOf(ProgramId::at(i)).path == file.path)
            for (const MemoryOutline& memory : m_programs[i].outline.memories)
                if (std::ranges::find(memories, memory.text, &MemoryOutline::text) == memories.end())
                    memories.push_back(memory);
    return memories;
}

std::optional<std::int64_t> OomDocument::parseMemory(const FileEntry& file, std::string_view text) const
{
    for (const MemoryOutline& memory : memoriesOf(file))
        if (isSameWord(*memory.name, text) || isSameWord(memory.text, text))
            return memory.memory;
    return parseSpace(file.platform, text);
}

std::string OomDocument::memoryNames(const FileEntry& file) const
{
    return joined(memoriesOf(file), ", ", [](const MemoryOutline& memory) { return *memory.name; });
}

std::string OomDocument::memoryText(const FileEntry& file, std::int64_t number) const
{
    for (const MemoryOutline& memory : memoriesOf(file))
        if (memory.memory == number)
            return memory.text;
    return spaceText(file.platform, number);
}

const OomDocument* asMessages(const Document& document)
{
    return dynamic_cast<const OomDocument*>(&document);
}

} // namespace tidemark::oom
