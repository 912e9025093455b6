#pragma once

#include "core/files/file.h"

#include <cstdlib>
#include <memory>
#include <vector>

namespace tidemark {

/// A range of a file, in bytes from its start.
struct FileRange {
    std::uint64_t offset = 0;
    std::uint64_t size = 0;
    std::uint64_t end() const { return offset + size; }
    friend bool operator==(const FileRange&, const FileRange&) = default;
};

/// A range and the file it is of.
struct FilePiece {
    std::shared_ptr<const File> file;
    FileRange range;
};

/// Bytes that lie in one or several places, of one or several files, and count as one after the other: protobuf merges
/// a message that is written in pieces, which is to read them so.
using ByteRanges = std::vector<FilePiece>;

std::uint64_t sizeOf(const ByteRanges& ranges);

/// Where byte `at` of the ranges together lies: what a message about damage points to. From their end on it is the end
/// of the last range. REQUIRES: !ranges.empty()
struct FilePlace {
    const File* file;
    std::uint64_t offset;
};
FilePlace placeOf(const ByteRanges& ranges, std::uint64_t at);

/// The bytes of ranges of files, in memory. Views into it live as long as it does.
class Bytes
{
public:
    /// Each range is read straight to its place. Error of kind Truncated when a file has fewer bytes than that, before
    /// any memory is taken for them.
    static Result<std::shared_ptr<const Bytes>> read(const ByteRanges& ranges);
    static Result<std::shared_ptr<const Bytes>> read(const File& file, std::uint64_t offset, std::uint64_t size);
    static std::shared_ptr<const Bytes> copy(std::string_view bytes);
    std::string_view view() const { return {m_data.get(), m_size}; }

private:
    explicit Bytes(std::size_t size);

    struct Free {
        void operator()(char* data) const { std::free(data); }
    };

    std::size_t m_size;
    std::unique_ptr<char, Free> m_data;
};

} // namespace tidemark
