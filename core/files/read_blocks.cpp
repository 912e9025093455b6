#include "core/files/read_blocks.h"

#include <algorithm>

namespace tidemark {
namespace {

constexpr std::size_t kBlock = std::size_t{256} << 10; // fits into the cache of a processor

} // namespace

Result<std::string> readStart(const File& file, std::uint64_t most)
{
    std::string start(std::min(most, file.size()), '\0');
    const auto count = file.readAt(0, start, File::Growth::Allowed);
    if (!count)
        return count.error();
    start.resize(*count);
    return start;
}

Result<void> readBlocks(const File& file, FileRange part, const Progress& progress,
                        const std::function<bool(std::string_view)>& take)
{
    std::string block(std::min<std::uint64_t>(kBlock, part.size), '\0');
    const std::string what = Progress::reading(file.path());
    for (std::uint64_t at = part.offset; at < part.end();) {
        if (progress.cancelled())
            return Progress::cancelledError();
        const auto count = file.readAt(at, block, File::Growth::Allowed);
        if (!count)
            return count.error();
        const auto size = std::min<std::uint64_t>(*count, part.end() - at);
        at += size;
        if (size == 0 || !take(std::string_view(block).substr(0, size)))
            break;
        progress.at(at - part.offset, part.size, Progress::Unit::Bytes, what);
    }
    return {};
}

Result<void> readBlocks(ByteStream& stream, const Progress& progress, const std::function<bool(std::string_view)>& take)
{
    std::string block(kBlock, '\0');
    const std::string what = Progress::reading(stream.path());
    for (std::uint64_t bytes = 0;;) {
        if (progress.cancelled())
            return Progress::cancelledError();
        const auto count = stream.read(block);
        if (!count)
            return count.error();
        if (*count == 0 || !take(std::string_view(block).substr(0, *count)))
            break;
        bytes += *count;
        if (stream.size())
            progress.at(bytes, *stream.size(), Progress::Unit::Bytes, what);
    }
    return {};
}

} // namespace tidemark
