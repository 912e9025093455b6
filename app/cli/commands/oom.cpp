#include "app/cli/commands.h"
#include "app/cli/input_output.h"
#include "app/cli/record/shell_word.h"
#include "core/base/text.h"
#include "core/files/byte_stream.h"
#include "core/files/system_error.h"
#include "core/oom/log_reader.h"
#include "core/oom/message_writer.h"
#include "core/oom/oom_document.h"
#include "core/open/open_documents.h"

#include <filesystem>
#include <iostream>
#include <memory>
#include <span>

namespace tidemark::cli {
namespace {

/// Opens the first of the paths that can be opened, and removes the paths up to it. Logs are opened one at a time,
/// because only a few can be open together. Null if no path can be opened. `error` is set for the first path that
/// cannot be opened.
std::unique_ptr<ByteStream> openNext(std::span<const std::string>& paths, std::optional<Error>& error)
{
    while (!paths.empty()) {
        auto stream = ByteStream::open(paths.front());
        paths = paths.subspan(1);
        if (stream)
            return std::make_unique<ByteStream>(std::move(*stream));
        if (!error)
            error = stream.error();
    }
    return nullptr;
}

/// The given logs, and for a folder its texts that have messages. Error: a folder has none, or cannot be read.
Result<std::vector<std::string>> logsOf(const Options& options)
{
    std::vector<std::string> logs;
    for (const std::string& path : options.paths) {
        std::error_code ignored;
        if (!std::filesystem::is_directory(path, ignored)) {
            logs.push_back(path);
            continue;
        }
        DocumentKinds kinds = options.kinds;
        std::erase_if(kinds, [](const DocumentKind& kind) { return kind.name != oom::OomDocument::kKind; });
        const auto documents = openDocuments({path}, kinds, terminalProgress());
        if (!documents && documents.error().kind == ErrorKind::NotFound
            && openDocuments({path}, options.kinds, terminalProgress()))
            return Error{ErrorKind::NotFound,
                         path + ": no text in this folder has a message about memory that ran out. " + "\"tidemark-cli "
                             + asShellWord(path) + "\" shows what else is in it.",
                         std::nullopt};
        if (!documents)
            return documents.error();
        for (const auto& document : *documents)
            for (const FileEntry& file : document->catalogue().files)
                logs.push_back(file.path);
    }
    return logs;
}

} // namespace

int runOom(const Options& options)
{
    std::uint64_t count = 0;
    std::optional<Error> error; // the first error; the messages of the others are still written
    const auto logs = logsOf(options);
    if (!logs)
        return fail(logs.error(), logs.error().kind == ErrorKind::NotFound ? kAnswerIsNo : kUnusable);
    std::span<const std::string> paths = *logs;
    std::unique_ptr<ByteStream> stream = openNext(paths, error);
    if (!stream && error)
        return fail(*error);
    std::optional<Error> empty; // the error if all logs are empty
    bool isAllEmpty = true;
    std::string stating; // a log that states memory
    const int status = output(options, [&](std::ostream& out) {
        const auto writer = oom::makeMessageWriter(out, options.format);
        for (; stream; stream = openNext(paths, error)) {
            const auto read = oom::readMessages(*stream, terminalProgress(), [&](oom::Message message) {
                if (message.kind == oom::Kind::State) {
                    stating = stating.empty() ? stream->path() : stating;
                    return;
                }
                ++count;
                writer->write(stream->path(), std::move(message));
            });
            if (!read && !error)
                error = read.error();
            isAllEmpty = isAllEmpty && read && read->isBlank;
            if (read && read->isBlank && !empty)
                empty = emptyError(stream->path(), read->bytes);
        }
        writer->finish();
        if (!options.output.empty() && (error || count == 0))
            out.setstate(std::ios::badbit); // keeps an older output file
    });
    if (status != kOk)
        return status;
    if (error)
        return fail(*error);
    if (isAllEmpty)
        return fail(*empty, kAnswerIsNo);
    if (count == 0 && !stating.empty())
        return fail({ErrorKind::NotFound,
                     "No out-of-memory message found. " + stating
                         + " states memory without a failure; see it with: tidemark-cli report " + asShellWord(stating),
                     std::nullopt},
                    kAnswerIsNo);
    if (count == 0)
        return fail(
            {ErrorKind::NotFound,
             "No out-of-memory message found. Tidemark reads the messages of compilers, frameworks, inference servers and "
             "allocators for TPUs, GPUs, NPUs and Tenstorrent devices, and of Linux. For a profile, dump or snapshot, "
             "use: tidemark-cli report PATH",
             std::nullopt},
            kAnswerIsNo);
    return kOk;
}

} // namespace tidemark::cli
