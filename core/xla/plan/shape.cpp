#include "core/xla/plan/shape.h"

#include "core/wire/wire_reader.h"
#include "core/xla/plan/element_type.h"
#include "proto/hlo.pb.h"

#include <algorithm>

namespace tidemark {
namespace {

using proto::LayoutProto;
using proto::ShapeProto;

constexpr int kDeepest = 64; // nesting of tuples that is still looked into
constexpr std::int64_t kLargest = std::int64_t{1} << 50;

bool hasTiles(ShapeView shape, int depth)
{
    for (WireReader reader(shape); reader.next();) {
        if (reader.field() == ShapeProto::kTupleShapesFieldNumber && depth < kDeepest
            && hasTiles(reader.bytes(), depth + 1))
            return true;
        if (reader.field() == ShapeProto::kLayoutFieldNumber)
            for (WireReader layout(reader.bytes()); layout.next();)
                if (layout.field() == LayoutProto::kTilesFieldNumber)
                    return true;
    }
    return false;
}

struct Measure {
    std::int64_t type = 0;
    std::optional<std::int64_t> elements = 1; // absent above kLargest
};

Measure measure(ShapeView shape)
{
    Measure result;
    std::int64_t elements = 1;
    bool tooLarge = false;
    for (WireReader reader(shape); reader.next();) {
        if (reader.field() == ShapeProto::kElementTypeFieldNumber) {
            result.type = reader.int64();
            if (result.type == kTuple)
                return result;
        }
        if (reader.field() == ShapeProto::kDimensionsFieldNumber)
            reader.forEachInt64([&](std::int64_t v) {
                tooLarge |= v < 0 || __builtin_mul_overflow(elements, v, &elements) || elements > kLargest;
                if (tooLarge)
                    elements = 1;
            });
    }
    result.elements = tooLarge ? std::nullopt : std::optional(elements);
    return result;
}

/// Per element, as the layout says; 0 when it leaves that to the type.
std::int64_t layoutBits(ShapeView shape)
{
    std::int64_t bits = 0;
    for (WireReader reader(shape); reader.next();)
        if (reader.field() == ShapeProto::kLayoutFieldNumber)
            for (WireReader layout(reader.bytes()); layout.next();)
                if (layout.field() == LayoutProto::kElementSizeInBitsFieldNumber)
                    bits = layout.int64();
    return std::clamp<std::int64_t>(bits, 0, 1024);
}

/// -1 for a type without a size.
int bitsOf(std::int64_t type)
{
    const ElementType* const known = elementTypeOf(type);
    return known ? known->bits : -1;
}

std::optional<std::int64_t> bytesOf(std::optional<std::int64_t> elements, std::int64_t bits)
{
    if (!elements)
        return std::nullopt;
    const std::int64_t bytes = (*elements * bits + 7) / 8;
    return bytes > kLargest ? std::nullopt : std::optional(bytes);
}

} // namespace

std::optional<ShapeView> subshape(ShapeView shape, std::span<const std::int64_t> index)
{
    for (const std::int64_t wanted : index) {
        std::int64_t element = 0;
        std::optional<ShapeView> found;
        for (WireReader reader(shape); !found && reader.next();)
            if (reader.field() == ShapeProto::kTupleShapesFieldNumber && element++ == wanted)
                found = reader.bytes();
        if (!found)
            return std::nullopt;
        shape = *found;
    }
    return shape;
}

std::int64_t elementType(ShapeView shape)
{
    std::int64_t type = 0;
    for (WireReader reader(shape); reader.next();)
        if (reader.field() == ShapeProto::kElementTypeFieldNumber) {
            type = reader.int64();
            if (type == kTuple) // which has nothing else but elements, maybe many
                break;
        }
    return type;
}

bool isTuple(ShapeView shape)
{
    return elementType(shape) == kTuple;
}

std::int64_t tupleSize(ShapeView shape)
{
    std::int64_t count = 0;
    for (WireReader reader(shape); reader.next();)
        count += reader.field() == ShapeProto::kTupleShapesFieldNumber ? 1 : 0;
    return count;
}

std::optional<std::int64_t> unpaddedBytes(ShapeView shape)
{
    const auto [type, elements] = measure(shape);
    const int bits = bitsOf(type);
    return bits < 0 ? std::nullopt : bytesOf(elements, bits);
}

std::optional<std::int64_t> xlaByteSize(ShapeView shape)
{
    const auto [type, elements] = measure(shape);
    if (type == kOpaque)
        return std::int64_t{8};
    const int bits = bitsOf(type);
    if (bits <= 0)
        return bits < 0 ? std::nullopt : std::optional(std::int64_t{0});
    const std::int64_t packed = layoutBits(shape);
    return bytesOf(elements, packed > 0 ? packed : std::max(bits, 8));
}

bool hasTiles(ShapeView shape)
{
    return hasTiles(shape, 0);
}

} // namespace tidemark
