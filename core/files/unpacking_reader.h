#pragma once

#include "core/include/tidemark/result.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>

namespace tidemark {

/// How data are compressed.
enum class Packing { None, Gzip, Zstd };

/// As many bytes as packingOf() needs.
inline constexpr std::size_t kPackingBytes = 4;
/// Returns how the data are compressed that start with these bytes. Only the content decides, never the name of a file.
Packing packingOf(std::string_view start);

/// The endings that the usual tools add to the names of compressed files.
inline constexpr std::array<std::string_view, 2> kPackedEndings = {".gz", ".zst"};
/// The name of a file without such an ending, for every decision that depends on its ending.
std::string_view withoutPackedEnding(std::string_view name);

/// Gives the next bytes; 0 at their end.
using ByteSource = std::function<Result<std::size_t>(std::span<char> into)>;

/// Data that unpack to more than this are refused, because a small file could fill the disk.
struct UnpackingLimits {
    std::uint64_t most = std::uint64_t{64} << 30; // unpacked bytes
    std::uint64_t ratio = 300; // unpacked bytes for each packed one, beyond `small`
    std::uint64_t small = std::uint64_t{256} << 20; // unpacked bytes that any data may have
};

/// Unpacks data that come block by block, in one or several parts: members of gzip data, frames of zstd data. Memory:
/// 0.3 MiB for gzip, and for zstd also what the data refer back to, at most 128 MiB.
class UnpackingReader
{
public:
    /// `path` is for messages. REQUIRES: packing != Packing::None
    UnpackingReader(std::string path, Packing packing, ByteSource source, const UnpackingLimits& limits = {});
    UnpackingReader(UnpackingReader&&) noexcept;
    ~UnpackingReader();

    /// Returns the number of unpacked bytes; 0 at the end. Errors: the source fails; the data are damaged or cut, with
    /// the offset in the packed data; the data exceed a limit. REQUIRES: !into.empty()
    Result<std::size_t> read(std::span<char> into);
    /// The unpacked bytes so far beyond the ratio of the limits.
    std::uint64_t beyondRatio() const;

private:
    struct State;
    std::unique_ptr<State> m_state;
};

} // namespace tidemark
