#include "core/files/bytes.h"

#include "core/base/parallel.h"
#include "core/base/text.h"
#include "core/system/huge_pages.h"

#include <algorithm>
#include <new>
#include <vector>

namespace tidemark {
namespace {

Result<void> checkInside(const File& file, FileRange range)
{
    if (range.offset > file.size() || range.size > file.size() - range.offset)
        return Error{ErrorKind::Truncated,
                     file.path() + " ends at byte " + groupedNumber(static_cast<std::int64_t>(file.size()))
                         + ", in the middle of a record of " + groupedNumber(static_cast<std::int64_t>(range.size))
                         + " bytes. Copy or capture it again.",
                     file.size()};
    return {};
}

constexpr std::size_t kHugePage = std::size_t{1} << 21;

/// Reads many bytes on all processors, because the kernel takes as long to read them as they take to decode.
Result<void> readInto(std::span<char> into, const File& file, FileRange range)
{
    std::vector<Result<void>> parts((into.size() + kHugePage - 1) / kHugePage);
    forEachInParallel(parts.size(), {}, "bytes of a file", [&](std::size_t i) {
        const std::size_t begin = i * kHugePage;
        const auto part = into.subspan(begin, std::min(kHugePage, into.size() - begin));
        const auto count = file.readAt(range.offset + begin, part);
        if (!count)
            parts[i] = count.error();
    });
    const auto first = std::ranges::find(parts, false, &Result<void>::has_value);
    return first == parts.end() ? Result<void>() : *first;
}

/// Allocates uninitialised memory, in huge pages if it is large: page by page, the kernel would take longer than
/// decoding.
char* uncleared(std::size_t size)
{
    const std::size_t inHugePages = size / kHugePage * kHugePage;
    if (inHugePages == 0)
        return static_cast<char*>(std::malloc(std::max<std::size_t>(size, 1)));
    auto* const data = static_cast<char*>(std::aligned_alloc(kHugePage, inHugePages + kHugePage));
    if (data)
        sys::preferHugePages(data, inHugePages);
    return data;
}

} // namespace

std::uint64_t sizeOf(const ByteRanges& ranges)
{
    std::uint64_t size = 0;
    for (const FilePiece& piece : ranges)
        size += piece.range.size;
    return size;
}

FilePiece FilePiece::part(FileRange inside) const
{
    return {file, inside, bytes ? Bytes::part(bytes, {inside.offset - range.offset, inside.size}) : nullptr};
}

Bytes::Bytes(std::size_t size)
    : Bytes(std::shared_ptr<char>(uncleared(size), &std::free), size)
{
    if (!m_data)
        throw std::bad_alloc();
}

Bytes::Bytes(std::shared_ptr<char> data, std::size_t size)
    : m_data(std::move(data))
    , m_size(size)
{ }

std::shared_ptr<const Bytes> Bytes::part(const std::shared_ptr<const Bytes>& whole, FileRange range)
{
    const std::shared_ptr<char> begin(whole->m_data, whole->m_data.get() + range.offset);
    return std::shared_ptr<const Bytes>(new Bytes(begin, static_cast<std::size_t>(range.size)));
}

Result<std::shared_ptr<const Bytes>> Bytes::read(const ByteRanges& ranges)
{
    if (ranges.size() == 1 && ranges.front().bytes)
        return ranges.front().bytes;
    for (const FilePiece& piece : ranges)
        if (!piece.bytes)
            if (const auto done = checkInside(*piece.file, piece.range); !done)
                return done.error();
    std::shared_ptr<Bytes> bytes(new Bytes(static_cast<std::size_t>(sizeOf(ranges))));
    std::span<char> rest(bytes->m_data.get(), bytes->m_size);
    for (const FilePiece& piece : ranges) {
        const auto size = static_cast<std::size_t>(piece.range.size);
        if (piece.bytes)
            std::ranges::copy(piece.bytes->view(), rest.begin());
        else if (const auto done = readInto(rest.first(size), *piece.file, piece.range); !done)
            return done.error();
        rest = rest.subspan(size);
    }
    return std::shared_ptr<const Bytes>(std::move(bytes));
}

Result<std::shared_ptr<const Bytes>> Bytes::read(const File& file, std::uint64_t offset, std::uint64_t size)
{
    const FileRange range{offset, size};
    if (const auto done = checkInside(file, range); !done)
        return done.error();
    std::shared_ptr<Bytes> bytes(new Bytes(static_cast<std::size_t>(size)));
    if (const auto done = readInto({bytes->m_data.get(), bytes->m_size}, file, range); !done)
        return done.error();
    return std::shared_ptr<const Bytes>(std::move(bytes));
}

std::shared_ptr<const Bytes> Bytes::copy(std::string_view bytes)
{
    std::shared_ptr<Bytes> copy(new Bytes(bytes.size()));
    std::ranges::copy(bytes, copy->m_data.get());
    return copy;
}

} // namespace tidemark
