#include "core/link/message_limit.h"

#include "core/base/text.h"
#include "core/link/recorded_failure.h"
#include "core/oom/message.h"
#include "core/oom/oom_document.h"
#include "core/xla/programs/program_file.h"

#include <algorithm>

namespace tidemark {
namespace {

/// A message that states a limit.
struct LimitMessage {
    const oom::Message* message = nullptr;
    std::string place; // "run.log:17"
};

/// Returns whether the limit of a message can be the capacity of a view. The limit of one scope is not the capacity for
/// a program whose buffers alone need more.
bool statesCapacity(const oom::Message& message, const View& view, const Figures& figures,
                    const std::optional<RecordedFailures>& recorded)
{
    if (!message.limit)
        return false;
    if (recorded)
        return recorded->areOf(message, view);
    return isAboutProgram(message, view) && oom::memoryOf(message).number == view.memory
        && (message.kind != oom::Kind::Scoped || figures.totalBytes <= message.limit->bytes);
}

/// The messages that may be about a view. A recording does not name a program.
std::vector<ProgramId> candidatesFor(const View& view, const oom::OomDocument& messages)
{
    if (view.isHistory)
        return allPrograms(messages);
    const auto named = messages.messagesOf(view.program);
    return {named.begin(), named.end()};
}

/// Returns the first message about the program or about the failure in the recording, or none.
LimitMessage findLimit(const View& view, const Figures& figures, const Documents& documents)
{
    std::optional<RecordedFailures> recorded; // of a recording
    const auto isLog = [](const auto& document) { return oom::asMessages(*document) != nullptr; };
    if (view.isHistory && std::ranges::any_of(documents, isLog))
        recorded.emplace(documents);
    for (const auto& document : documents) {
        const auto* const messages = oom::asMessages(*document);
        if (!messages)
            continue;
        for (const ProgramId program : candidatesFor(view, *messages)) {
            const oom::Message& message = messages->message(program);
            if (!statesCapacity(message, view, figures, recorded))
                continue;
            const Catalogue& catalogue = messages->catalogue();
            const FileEntry& file = catalogue.files[catalogue.programs[program.index()].file.index()];
            return {&message, std::string(fileNameOf(file.path)) + ":" + std::to_string(message.line)};
        }
    }
    return {};
}

void setCapacity(const LimitMessage& found, const View& view, Figures& figures)
{
    const oom::Message& message = *found.message;
    figures.capacity = {};
    figures.capacity.bytes = message.limit->bytes;
    const bool isScoped = message.kind == oom::Kind::Scoped;
    figures.capacity.device = (isScoped ? "limit of scoped memory from " : "limit from ") + found.place;
    figures.capacity.statedBy = found.place;
    figures.exceeded = nullptr;
    const std::int64_t headroom = message.limit->bytes - figures.neededBytes;
    // If the file does not state all allocations, the headroom is known only where the program does not fit.
    const bool isTotalKnown = !figures.find("total_bytes") || figures.bytes("total_bytes");
    figures.headroomBytes.reset();
    if (isTotalKnown || headroom < 0)
        figures.headroomBytes = headroom;
    int line = 0;
    for (const Figure& figure : figures.list)
        line = std::max(line, figure.line);
    for (Figure& figure : figures.list) {
        if (figure.id == "capacity_bytes") {
            figure.value = message.limit->bytes;
            figure.remarks = {{figures.capacity.device, std::nullopt, std::nullopt}};
            figure.line = ++line;
        } else if (figure.id == "headroom_bytes" && figures.headroomBytes) {
            figure.value = headroom;
            figure.remarks = figures.headroomRemarks();
            figure.line = ++line;
        }
    }
    constexpr std::int64_t kRounding = 100; // a message rounds by at most 1 / 100
    if (!message.needed || view.axis.kind != AxisKind::Steps
        || message.needed->bytes - message.needed->bytes / kRounding <= figures.neededBytes)
        return;
    Warning warning;
    warning.code = "message-needs-more";
    warning.text = "The message in " + found.place + " needs " + bytesText(message.needed->bytes) + ", more than the "
        + bytesText(figures.neededBytes)
        + " of the plan. Plans do not contain the memory that instructions need while they run.";
    figures.warnings.push_back(std::move(warning));
}

} // namespace

bool isAboutProgram(const oom::Message& message, const View& view)
{
    const Platform platform = view.platform != Platform::Unknown ? view.platform : xla::platformOfDumpName(view.path);
    return !message.module.empty() && message.module == view.program && oom::isOfPlatform(message, platform);
}

Figures withMessageLimit(Figures figures, const View& view, const Documents& openedTogether)
{
    const bool isOpen = (view.axis.kind == AxisKind::Steps || view.isHistory) && !figures.capacity.isChosen
        && (!figures.capacity.bytes || figures.capacity.isOfTable);
    if (!isOpen)
        return figures;
    if (const LimitMessage message = findLimit(view, figures, openedTogether); message.message)
        setCapacity(message, view, figures);
    return figures;
}

} // namespace tidemark
