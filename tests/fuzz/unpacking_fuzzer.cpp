// Unpacks gzip and zstd data from sources that give blocks of any size. The result may not depend on the size of
// blocks.
#include "core/files/unpacking_reader.h"
#include "tests/fuzz/fuzz_file.h"

#include <algorithm>
#include <array>
#include <memory>
#include <optional>

namespace {

using namespace tidemark;

constexpr UnpackingLimits kLimits = {1 << 22, 300, 1 << 20};

/// The data; nothing if there is an error. Decoders notice damage at a byte that depends on the blocks of the source.
std::optional<std::string> unpacked(std::string_view data, Packing packing, std::size_t block)
{
    const auto source = [left = data, block](std::span<char> into) mutable -> Result<std::size_t> {
        const std::size_t count = left.copy(into.data(), std::min(block, into.size()));
        left.remove_prefix(count);
        return count;
    };
    UnpackingReader reader("a", packing, source, kLimits);
    std::string all;
    std::array<char, 4096> into = {};
    while (true) {
        const auto count = reader.read(into);
        if (!count)
            return std::nullopt;
        if (*count == 0)
            return all;
        all.append(into.data(), *count);
        if (all.size() > kLimits.most)
            test::require("more than the limit");
    }
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const std::unique_ptr<char[]> exact(new char[size]); // a read beyond the input is found
    std::copy_n(data, size, exact.get());
    const std::string_view input(exact.get(), size);
    const Packing packing = packingOf(input);
    if (packing == Packing::None)
        return 0;
    const auto whole = unpacked(input, packing, size);
    // The ratio counts the bytes that were read so far; such short data are below it.
    constexpr std::size_t kShort = 3000;
    if (size >= kShort)
        return 0;
    const auto pieces = unpacked(input, packing, 3);
    // libzstd 1.5 compares the content size in a frame's header only if it has the whole frame at once.
    const bool mayBothBeRight = packing == Packing::Zstd && whole.has_value() != pieces.has_value();
    if (!mayBothBeRight && pieces != whole)
        test::require("blocks change the result");
    return 0;
}
