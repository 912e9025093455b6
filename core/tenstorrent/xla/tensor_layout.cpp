#include "core/base/find.h"
#include "core/base/text.h"
#include "core/tenstorrent/xla/operation_facts.h"
#include "core/text/text_cursor.h"

#include <algorithm>
#include <charconv>

namespace tidemark::ttxla {
namespace {

constexpr std::string_view kTensor = "tensor<";

/// Takes "1x32x" of "1x32xbf16" from the text. An unknown size, "?", and any other text end the list. Returns nullopt
/// if a size is negative or too large.
std::optional<std::vector<std::int64_t>> takeSizes(std::string_view& text)
{
    std::vector<std::int64_t> sizes;
    for (;;) {
        std::int64_t size = 0;
        const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), size);
        if (end == text.data() || end == text.data() + text.size() || *end != 'x')
            return sizes;
        if (error != std::errc() || size < 0)
            return std::nullopt;
        sizes.push_back(size);
        text.remove_prefix(static_cast<std::size_t>(end - text.data()) + 1);
    }
}

/// The product, in bytes. Absent if it is above 2^61.
std::optional<std::int64_t> bytesOf(const std::vector<std::int64_t>& sizes, std::int64_t element)
{
    std::int64_t bytes = element;
    for (const std::int64_t size : sizes)
        if (__builtin_mul_overflow(bytes, size, &bytes) || bytes > std::int64_t{1} << 61)
            return std::nullopt;
    return bytes;
}

/// Reads the tiles of a tensor: "memref<32x512x!ttcore.tile<32x32, bf16>". Changes nothing if there are none.
void readTiles(std::string_view type, TensorLayout& layout)
{
    const std::size_t begin = type.find("memref<");
    if (begin == std::string_view::npos)
        return;
    std::string_view rest = type.substr(begin + 7);
    const auto sizes = takeSizes(rest);
    if (!sizes || sizes->empty())
        return;
    TextCursor at(rest);
    if (!at.take("!ttcore.tile<") && !at.take("!tt.tile<"))
        return;
    std::string_view tile = at.rest();
    std::int64_t height = 0;
    std::int64_t width = 0;
    const auto first = std::from_chars(tile.data(), tile.data() + tile.size(), height);
    if (first.ec != std::errc() || first.ptr == tile.data() + tile.size() || *first.ptr != 'x')
        return;
    const auto second = std::from_chars(first.ptr + 1, tile.data() + tile.size(), width);
    if (second.ec != std::errc() || height <= 0 || width <= 0)
        return;
    std::vector<std::int64_t> padded = *sizes;
    if (padded.size() == 1)
        padded.insert(padded.begin(), 1);
    if (__builtin_mul_overflow(padded[padded.size() - 2], height, &padded[padded.size() - 2])
        || __builtin_mul_overflow(padded.back(), width, &padded.back()))
        return;
    const auto bytes = bytesOf(padded, elementBytes(layout.dtype));
    if (!bytes)
        return;
    layout.memref = *sizes;
    layout.tile = {height, width};
    layout.paddedShape = std::move(padded);
    layout.paddedBytes = *bytes;
}

/// Returns the first tensor type with all of its brackets.
std::string_view firstTensor(std::string_view type)
{
    const std::size_t begin = type.find(kTensor);
    if (begin == std::string_view::npos)
        return {};
    int depth = 0;
    for (std::size_t i = begin; i < type.size(); ++i) {
        if (type[i] == '-' && i + 1 < type.size() && type[i + 1] == '>')
            ++i;
        else if (type[i] == '<')
            ++depth;
        else if (type[i] == '>' && --depth == 0)
            return type.substr(begin, i + 1 - begin);
    }
    return type.substr(begin);
}

TensorType readTensor(std::string_view inside)
{
    std::string_view dtype = inside.substr(0, inside.find_first_of(",>"));
    const std::string_view all = dtype;
    while (!dtype.empty() && (isDigit(dtype.front()) || dtype.front() == '?')) {
        const std::size_t end = dtype.find('x');
        if (end == std::string_view::npos)
            return {};
        dtype.remove_prefix(end + 1);
    }
    if (dtype.empty() || dtype.front() == '!')
        return {};
    const std::string_view shape = all.substr(0, all.size() - dtype.size());
    return {std::string(shape.substr(0, shape.empty() ? 0 : shape.size() - 1)), std::string(dtype)};
}

} // namespace

double TensorLayout::overheadPercent() const
{
    constexpr double kWhole = 100;
    return unpaddedBytes == 0
        ? 0
        : static_cast<double>(paddedBytes - unpaddedBytes) / static_cast<double>(unpaddedBytes) * kWhole;
}

std::int64_t elementBytes(std::string_view dtype)
{
    struct Size {
        std::string_view dtype;
        std::int64_t bytes;
    };
    static constexpr std::array kSizes
        = {Size{"bf16", 2}, Size{"f16", 2},  Size{"i16", 2}, Size{"ui16", 2}, Size{"f64", 8},
           Size{"i64", 8},  Size{"ui64", 8}, Size{"i8", 1},  Size{"ui8", 1},  Size{"bool", 1}};
    const Size* const found = findFirst(kSizes, dtype, &Size::dtype);
    return found ? found->bytes : 4;
}

std::vector<TensorType> tensorsIn(std::string_view types)
{
    std::vector<TensorType> tensors;
    for (std::size_t at = types.find(kTensor); at != std::string_view::npos; at = types.find(kTensor, at + 1))
        tensors.push_back(readTensor(types.substr(at + kTensor.size())));
    return tensors;
}

std::optional<TensorLayout> layoutOf(std::string_view type)
{
    const std::string_view tensor = firstTensor(type);
    if (tensor.empty())
        return std::nullopt;
    const std::string_view inside = tensor.substr(kTensor.size());
    TensorLayout layout;
    layout.dtype = readTensor(inside).dtype;
    std::string_view rest = inside;
    const auto sizes = takeSizes(rest);
    if (layout.dtype.empty() || !sizes || !rest.starts_with(layout.dtype))
        return std::nullopt;
    const auto bytes = bytesOf(*sizes, elementBytes(layout.dtype));
    if (!bytes)
        return std::nullopt;
    layout.shape = layout.paddedShape = *sizes;
    layout.unpaddedBytes = layout.paddedBytes = *bytes;
    readTiles(tensor, layout);
    constexpr std::string_view kBuffer = "#ttnn.buffer_type<";
    if (const std::size_t at = tensor.find(kBuffer); at != std::string_view::npos) {
        const std::string_view name = tensor.substr(at + kBuffer.size());
        layout.bufferType = name.substr(0, name.find('>'));
    }
    return layout;
}

} // namespace tidemark::ttxla
