#pragma once

#include "core/base/result.h"

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>

namespace tidemark {

/// A regular file, open for reading at any offset; may be shared between threads. It is read, not mapped: a file that
/// shrinks while it is open makes a read short, which is an ordinary error.
class File
{
public:
    /// Refuses folders, devices, pipes and files of 0 bytes, each with its own message.
    static Result<std::shared_ptr<const File>> open(const std::string& path);
    ~File();
    File(const File&) = delete;
    File& operator=(const File&) = delete;

    const std::string& path() const { return m_path; }
    /// Size in bytes when the file was opened.
    std::uint64_t size() const { return m_size; }

    /// Reads up to `into.size()` bytes; fewer only at the end of the file.
    Result<std::size_t> readAt(std::uint64_t offset, std::span<char> into) const;

private:
    File(std::string path, int descriptor, std::uint64_t size);

    std::string m_path;
    int m_descriptor;
    std::uint64_t m_size;
};

/// The bytes of a range of a file, in memory. Views into it live as long as it does.
class Bytes
{
public:
    /// Error of kind Truncated when the file has fewer bytes than that, before any memory is taken for them.
    static Result<std::shared_ptr<const Bytes>> read(const File& file, std::uint64_t offset, std::uint64_t size);
    static std::shared_ptr<const Bytes> copy(std::string_view bytes);
    std::string_view view() const { return {m_data.get(), m_size}; }

private:
    std::unique_ptr<char[]> m_data;
    std::size_t m_size = 0;
};

} // namespace tidemark
