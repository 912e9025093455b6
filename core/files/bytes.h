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

/// A range of a file, with its bytes if they have been read.
struct FilePiece {
    std::shared_ptr<const File> file; // null if the bytes come from no file
    FileRange range;
    std::shared_ptr<const Bytes> bytes = nullptr; // content of the range; null if it has not been read

    /// Returns the part `inside`, a range of the same file that lies in this range.
    FilePiece part(FileRange inside) const;
};

/// Bytes in one or several ranges, of one or several files, that count as one sequence. Protobuf merges a message that
/// is written in pieces; reading the pieces as one sequence has the same effect.
using ByteRanges = std::vector<FilePiece>;

std::uint64_t sizeOf(const ByteRanges& ranges);

/// The bytes of ranges of files, in memory. Views of them are valid as long as this object lives.
class Bytes
{
public:
    /// Reads each range directly to its place. A single range that has been read already is not copied. Error
    /// Truncated, before any memory is allocated, if a file has fewer bytes than the range.
    static Result<std::shared_ptr<const Bytes>> read(const ByteRanges& ranges);
    static Result<std::shared_ptr<const Bytes>> read(const File& file, std::uint64_t offset, std::uint64_t size);
    static std::shared_ptr<const Bytes> copy(std::string_view bytes);
    /// Returns a part of other bytes. It shares their memory, which is freed with the last owner. REQUIRES: the range
    /// is inside them
    static std::shared_ptr<const Bytes> part(const std::shared_ptr<const Bytes>& whole, FileRange range);
    std::string_view view() const { return {m_data.get(), m_size}; }

private:
    explicit Bytes(std::size_t size);
    Bytes(std::shared_ptr<char> data, std::size_t size);

    std::shared_ptr<char> m_data;
    std::size_t m_size;
};

} // namespace tidemark
