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

class Bytes;

/// A range and the file it is of.
struct FilePiece {
    std::shared_ptr<const File> file; // null: the bytes are of none
    FileRange range;
    std::shared_ptr<const Bytes> bytes = nullptr; // of the range; null: still to be read

    /// `inside`: of the same file, in this range.
    FilePiece part(FileRange inside) const;
};

/// Bytes that lie in one or several places, of one or several files, and count as one after the other: protobuf merges
/// a message that is written in pieces, which is to read them so.
using ByteRanges = std::vector<FilePiece>;

std::uint64_t sizeOf(const ByteRanges& ranges);

/// The bytes of ranges of files, in memory. Views into it live as long as it does.
class Bytes
{
public:
    /// Each range is read straight to its place; one that has been read already and is alone is not copied. Error of
    /// kind Truncated when a file has fewer bytes than that, before any memory is taken for them.
    static Result<std::shared_ptr<const Bytes>> read(const ByteRanges& ranges);
    static Result<std::shared_ptr<const Bytes>> read(const File& file, std::uint64_t offset, std::uint64_t size);
    static std::shared_ptr<const Bytes> copy(std::string_view bytes);
    /// Some of others, in their memory, which stays for as long as one of them does. REQUIRES: the range lies in them
    static std::shared_ptr<const Bytes> part(const std::shared_ptr<const Bytes>& whole, FileRange range);
    std::string_view view() const { return {m_data.get(), m_size}; }

private:
    explicit Bytes(std::size_t size);
    Bytes(std::shared_ptr<char> data, std::size_t size);

    std::shared_ptr<char> m_data;
    std::size_t m_size;
};

} // namespace tidemark
