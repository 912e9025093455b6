#pragma once

#include "core/include/tidemark/result.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>

namespace tidemark {

/// Unpacks gzip data that come block by block, one or several members. Memory: half a MiB.
class GzipReader
{
public:
    /// Gives the next packed bytes; 0 at their end.
    using Source = std::function<Result<std::size_t>(std::span<char> into)>;

    /// `path` is for messages.
    GzipReader(std::string path, Source source);
    GzipReader(GzipReader&&) noexcept;
    ~GzipReader();

    /// Returns the next unpacked bytes; 0 at the end. Errors: those of the source; damaged or cut data, with the packed
    /// byte.
    Result<std::size_t> read(std::span<char> into);
    /// The packed bytes that were read so far.
    std::uint64_t packedBytes() const;

private:
    struct State;
    std::unique_ptr<State> m_state;
};

/// Returns whether bytes are the start of gzip data.
bool isGzip(std::string_view start);

/// The name of a file without ".gz", for every decision that depends on its ending.
std::string_view withoutGz(std::string_view name);

} // namespace tidemark
