#include "core/oom/oom_kind.h"

#include "core/base/text.h"
#include "core/files/read_blocks.h"
#include "core/oom/event_merger.h"
#include "core/oom/log_reader.h"
#include "core/oom/oom_document.h"
#include "core/view/document_kind.h"

#include <algorithm>

namespace tidemark {
namespace {

/// Returns whether the text is one that compilers write for a program. Such texts are long and are not logs.
bool isProgramText(std::string_view start)
{
    return start.starts_with("HloModule ") || start.starts_with("BufferAssignment:")
        || start.starts_with("HloLiveRange (max ") || start.starts_with("Memory Space: ");
}

bool isWide(const File& file)
{
    const auto mark = readStart(file, 2);
    return mark && oom::isWide(*mark);
}

bool recognises(const File& file)
{
    const std::string start = startOfText(file);
    if (start.empty() ? !isWide(file) : isProgramText(start))
        return false;
    if (file.size() > kShortText)
        return true;
    bool isFound = false;
    oom::LogReader reader([&](const oom::Message&) { isFound = true; });
    const auto done = readBlocks(file, {0, file.size()}, {}, [&](std::string_view block) {
        reader.push(block);
        return !isFound;
    });
    reader.finish();
    return done && isFound;
}

/// Adds the number of lines before `begin` to the messages of a log that was read from `begin` on.
Result<void> countLinesBefore(const File& file, std::uint64_t begin, oom::LogMessages& log, const Progress& progress)
{
    std::uint64_t lines = 0;
    auto done = readBlocks(file, {0, begin}, progress, [&](std::string_view block) {
        lines += static_cast<std::uint64_t>(std::ranges::count(block, '\n'));
        return true;
    });
    for (oom::Message& message : log.messages)
        message.line += lines;
    log.warnings.addNamed("log-searched-in-part",
                          file.path() + ": only its last " + bytesText(kMostOfTextByChance)
                              + " were searched for out-of-memory messages. Open it by "
                                "itself to search all of it.");
    return done;
}

/// Error: Cancelled. Any other fault of the file is in the result.
Result<oom::LogMessages> read(const OpenedFile& opened, const Progress& progress)
{
    oom::LogMessages log;
    log.entry = entryOf(opened);
    log.entry.format = "Log";
    if (!opened.file)
        return log;
    std::size_t bytes = 0;
    std::uint64_t leftOut = 0;
    oom::EventMerger events([&](oom::Message message) {
        bytes += message.text.size() + message.allocations.size() * sizeof(oom::Allocation);
        if (log.messages.size() >= oom::kMostMessages || bytes > oom::kMostMessageBytes)
            ++leftOut;
        else
            log.messages.push_back(std::move(message));
    });
    oom::LogReader reader([&](oom::Message message) { events.add(std::move(message)); });
    // A program that fails logs the error at the end.
    const std::uint64_t size = opened.file->size();
    const std::uint64_t begin = opened.input.isByChance && size > kMostOfTextByChance ? size - kMostOfTextByChance : 0;
    auto done = readBlocks(*opened.file, {begin, size - begin}, progress, [&](std::string_view block) {
        reader.push(block);
        return true;
    });
    reader.finish();
    events.finish();
    if (done && begin > 0 && !log.messages.empty())
        done = countLinesBefore(*opened.file, begin, log, progress);
    if (!done && done.error().kind == ErrorKind::Cancelled)
        return done.error();
    if (!done)
        log.entry.error = done.error();
    else if (log.messages.empty())
        log.entry.error = Error{ErrorKind::NotFound,
                                log.entry.path + ": no known out-of-memory message in "
                                    + (begin > 0 ? "the last " + bytesText(kMostOfTextByChance)
                                               + " of this text. Open the file alone to search all of it."
                                                 : "this text."),
                                std::nullopt};
    if (leftOut > 0)
        log.warnings.addNamed("reports-left-out",
                              counted(leftOut, "more message is", "more messages are") + " left out after the first "
                                  + std::to_string(log.messages.size()) + ".");
    return log;
}

Result<Documents> open(const std::vector<OpenedFile>& files, Warnings warnings, const Progress& progress)
{
    auto logs = readTexts<oom::LogMessages>(files, progress, read);
    if (!logs)
        return logs.error();
    for (const OpenedFile& file : files) {
        const auto isOf = [&](const oom::LogMessages& log) { return log.entry.path == file.input.path; };
        if (isReadInPart(file) && std::ranges::none_of(*logs, isOf))
            addReadInPartWarning(file, warnings);
    }
    return Documents{std::make_shared<const oom::OomDocument>(std::move(*logs), std::move(warnings))};
}

} // namespace

DocumentKind oomKind()
{
    DocumentKind kind;
    kind.name = oom::OomDocument::kKind;
    for (const char* const ending : {".log", ".txt", ".out", ".err"})
        kind.endings.push_back({.ending = ending,
                                .description = "Log with an out-of-memory message",
                                .isLog = true,
                                .isCommon = true,
                                .texts = "texts with a known error message"});
    kind.isInAnyText = true; // for files such as "stderr" and "log.0"
    kind.recognises = recognises;
    kind.open = open;
    return kind;
}

} // namespace tidemark
