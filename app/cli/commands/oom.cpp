#include "app/cli/commands.h"
#include "app/cli/input_output.h"
#include "core/base/text.h"
#include "core/files/atomic_file.h"
#include "core/files/byte_stream.h"
#include "core/files/system_error.h"
#include "core/oom/log_reader.h"
#include "core/oom/report_writer.h"

#include <iostream>
#include <memory>
#include <span>

namespace tidemark::cli {
namespace {

/// Takes paths away up to the first that can be opened: of many logs few can be open at a time. Null: there is none.
/// `error`: why the first of all that cannot be opened cannot.
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

} // namespace

int runOom(const Options& options)
{
    for (const std::string& path : options.paths)
        if (const auto refusal = refuseOverwriting(path, options.output))
            return fail(*refusal);
    std::uint64_t count = 0;
    std::optional<Error> error; // the first; the others' messages are written nonetheless
    std::span<const std::string> paths = options.paths;
    std::unique_ptr<ByteStream> stream = openNext(paths, error);
    if (!stream && error)
        return fail(*error);
    std::optional<Error> empty; // what is, where all are
    bool isAllEmpty = true;
    std::string compressed; // the first that is
    const int status = output(options, [&](std::ostream& out) {
        const auto writer = oom::makeReportWriter(out, options.format);
        for (; stream; stream = openNext(paths, error)) {
            const auto read = oom::readReports(*stream, terminalProgress(), [&](const oom::Report& report) {
                ++count;
                writer->write(stream->path(), report);
            });
            if (!read && !error)
                error = read.error();
            if (read && read->isCompressed && compressed.empty())
                compressed = stream->path();
            isAllEmpty = isAllEmpty && read && read->isBlank;
            if (read && read->isBlank && !empty)
                empty = emptyError(stream->path(), read->bytes);
        }
        writer->finish();
        if (!options.output.empty() && (error || count == 0))
            out.setstate(std::ios::badbit); // an older file is worth more
    });
    if (status != kOk)
        return status;
    if (error)
        return fail(*error);
    if (isAllEmpty)
        return fail(*empty);
    if (count == 0 && !compressed.empty())
        return fail({ErrorKind::Unsupported,
                     compressed + " is compressed with gzip. Unpack it first: gzip -dc FILE | tidemark-cli oom -",
                     std::nullopt});
    if (count == 0)
        return fail(
            {ErrorKind::NotFound,
             "No known out-of-memory message found. Looked for those of XLA on TPU (E1000, E1001, E0100, E0101 and "
             "their older forms), GPU and CPU, of BFC allocators, of Pallas's shared memory and of Tenstorrent's "
             "allocator.",
             std::nullopt},
            kAnswerIsNo);
    return kOk;
}

} // namespace tidemark::cli
