#include "core/oom/printed_shape.h"

#include "core/text/text_cursor.h"

#include <algorithm>
#include <charconv>

namespace tidemark::oom {
namespace {

constexpr std::int64_t kLargest = std::int64_t{1} << 60;
constexpr std::size_t kMostDimensions = 64;

std::optional<std::int64_t> takeInteger(TextCursor& at)
{
    const std::string_view digits = at.takeWhile(isDigit, 1, 18);
    std::int64_t value = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
    return !digits.empty() && error == std::errc() ? std::optional(value) : std::nullopt;
}

/// Takes numbers separated by commas, up to the closing bracket.
std::optional<std::vector<std::int64_t>> takeIntegers(TextCursor& at, std::string_view close)
{
    std::vector<std::int64_t> values;
    while (!at.take(close)) {
        at.take("<="); // a dynamic dimension
        const auto value = takeInteger(at);
        if (!value || values.size() == kMostDimensions)
            return std::nullopt;
        values.push_back(*value);
        at.take(",");
    }
    return values;
}

/// Takes the name of an XLA type and returns its bits. All names except pred state them.
std::optional<std::int64_t> takeBits(TextCursor& at)
{
    if (at.take("pred"))
        return 8;
    if (at.takeWhile(isLower, 1, 3).empty())
        return std::nullopt;
    const auto bits = takeInteger(at);
    if (bits && *bits == 8 && at.peek() != '[')
        at.takeWhile(isAlphanumeric); // e4m3fn
    return bits && *bits >= 8 && *bits <= 128 && *bits % 8 == 0 ? bits : std::nullopt;
}

std::optional<std::int64_t> product(const std::vector<std::int64_t>& values)
{
    std::int64_t result = 1;
    for (const std::int64_t value : values)
        if (__builtin_mul_overflow(result, value, &result) || result > kLargest)
            return std::nullopt;
    return result;
}

/// Replaces the last dimensions by their numbers of tiles, and appends the dimensions of a tile. Returns false if there
/// are too many dimensions.
bool tile(std::vector<std::int64_t>& dimensions, const std::vector<std::int64_t>& tiles)
{
    if (tiles.empty() || dimensions.size() + tiles.size() > kMostDimensions)
        return false;
    if (dimensions.size() < tiles.size())
        dimensions.insert(dimensions.begin(), tiles.size() - dimensions.size(), 1);
    const std::size_t first = dimensions.size() - tiles.size();
    for (std::size_t i = 0; i < tiles.size(); ++i) {
        if (tiles[i] <= 0)
            return false;
        std::int64_t& dimension = dimensions[first + i];
        dimension = dimension / tiles[i] + (dimension % tiles[i] != 0 ? 1 : 0);
    }
    dimensions.insert(dimensions.end(), tiles.begin(), tiles.end());
    return true;
}

} // namespace

std::optional<PrintedShape> readShape(std::string_view shape)
{
    TextCursor at(shape);
    const auto bits = takeBits(at);
    PrintedShape result;
    result.type = shape.substr(0, shape.size() - at.rest().size());
    if (!bits || !at.take("["))
        return std::nullopt;
    result.bits = *bits;
    const auto dimensions = takeIntegers(at, "]");
    if (!dimensions)
        return std::nullopt;
    result.dimensions = *dimensions;
    if (!at.take("{"))
        return at.isAtEnd() ? std::optional(result) : std::nullopt;
    result.minorToMajor.emplace();
    while (isDigit(at.peek())) {
        const auto minor = takeInteger(at);
        if (!minor || *minor >= static_cast<std::int64_t>(dimensions->size())
            || std::ranges::count(*result.minorToMajor, *minor) > 0)
            return std::nullopt;
        result.minorToMajor->push_back(*minor);
        at.take(",");
    }
    if (result.minorToMajor->size() != dimensions->size())
        return std::nullopt;
    if (at.take(":T"))
        while (at.take("(")) {
            const auto tiles = takeIntegers(at, ")");
            if (!tiles)
                return std::nullopt;
            result.tiles.push_back(*tiles);
        }
    // With another element size, or with lengths that are rounded up, the stored size cannot be computed.
    const auto has = [&](std::string_view what) { return at.rest().find(what) != std::string_view::npos; };
    return has("E(") || has("L(") ? std::nullopt : std::optional(result);
}

std::optional<std::int64_t> unpaddedBytes(const PrintedShape& shape)
{
    const auto elements = product(shape.dimensions);
    std::int64_t bytes = 0;
    return elements && !__builtin_mul_overflow(*elements, shape.bits / 8, &bytes) ? std::optional(bytes) : std::nullopt;
}

std::optional<std::int64_t> paddedBytes(const PrintedShape& shape)
{
    if (!shape.minorToMajor)
        return unpaddedBytes(shape);
    // minorToMajor begins with the most minor dimension; inMemory begins with the most major one.
    std::vector<std::int64_t> inMemory;
    for (auto at = shape.minorToMajor->rbegin(); at != shape.minorToMajor->rend(); ++at)
        inMemory.push_back(shape.dimensions[static_cast<std::size_t>(*at)]);
    for (const std::vector<std::int64_t>& tiles : shape.tiles)
        if (!tile(inMemory, tiles))
            return std::nullopt;
    const auto elements = product(inMemory);
    std::int64_t bytes = 0;
    return elements && !__builtin_mul_overflow(*elements, shape.bits / 8, &bytes) ? std::optional(bytes) : std::nullopt;
}

std::optional<ShapeBytes> bytesOfShape(std::string_view shape)
{
    const auto printed = readShape(shape);
    const auto unpadded = printed ? unpaddedBytes(*printed) : std::nullopt;
    const auto padded = unpadded ? paddedBytes(*printed) : std::nullopt;
    return padded ? std::optional(ShapeBytes{*unpadded, *padded, !printed->tiles.empty()}) : std::nullopt;
}

} // namespace tidemark::oom
