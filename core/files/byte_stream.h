#pragma once

#include "core/files/unpacking_reader.h"
#include "core/include/tidemark/result.h"

#include <optional>
#include <span>
#include <string>

namespace tidemark {

/// Bytes that come once, in order: a file, a pipe, or standard input. Compressed data are unpacked. Empty is no error.
class ByteStream
{
public:
    /// Opens a path; "-" is standard input. Error for a folder.
    static Result<ByteStream> open(const std::string& path);
    ByteStream(ByteStream&& other) noexcept;
    ByteStream& operator=(ByteStream&&) = delete;
    ~ByteStream();

    const std::string& path() const { return m_path; }
    /// In bytes; absent if it is not known before the end is read, as for compressed data.
    std::optional<std::uint64_t> size() const { return m_size; }
    /// Reads the bytes that are available now, at most `into.size()`. Returns 0 only at the end. An end before size()
    /// is an error. REQUIRES: !into.empty()
    Result<std::size_t> read(std::span<char> into);

private:
    ByteStream(std::string path, int descriptor);
    Result<void> unpack();

    std::string m_path;
    int m_descriptor;
    std::optional<std::uint64_t> m_size;
    std::uint64_t m_done = 0; // bytes returned so far
    std::string m_start; // bytes that were read to recognise compressed data and are not returned yet
    std::optional<UnpackingReader> m_unpacked;
};

} // namespace tidemark
