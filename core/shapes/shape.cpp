#include "core/shapes/shape.h"

#include "core/shapes/element_type.h"
#include "core/wire/wire_reader.h"
#include "proto/hlo.pb.h"

#include <algorithm>

namespace tidemark {
namespace {

using proto::LayoutProto;
using proto::ShapeProto;
using proto::SplitConfigProto;
using proto::TileProto;

constexpr int kDeepest = 64; // deeper tuples are not read

bool hasTiles(ShapeView shape, int depth, Damage& ignored)
{
    for (WireReader reader(shape, ignored); reader.next();) {
        if (reader.field() == ShapeProto::kTupleShapesFieldNumber && depth < kDeepest
            && hasTiles(reader.bytes(), depth + 1, ignored))
            return true;
        if (reader.field() == ShapeProto::kLayoutFieldNumber)
            for (WireReader layout(reader.bytes(), ignored); layout.next();)
                if (layout.field() == LayoutProto::kTilesFieldNumber && layout.isBytes())
                    return true;
    }
    return false;
}

void skipIntegers(const WireReader& field)
{
    field.forEachInt64([](std::int64_t) {});
}

/// Reads all fields of a layout that can be damaged.
void readLayout(std::string_view body, Damage& damage, std::int64_t& bits)
{
    for (WireReader layout(body, damage); layout.next();) {
        switch (layout.field()) {
        case LayoutProto::kElementSizeInBitsFieldNumber:
            layout.store(bits);
            break;
        case LayoutProto::kMinorToMajorFieldNumber:
            skipIntegers(layout);
            break;
        case LayoutProto::kTilesFieldNumber:
            for (WireReader tile(layout.bytes(), damage); tile.next();)
                if (tile.field() == TileProto::kDimensionsFieldNumber)
                    skipIntegers(tile);
            break;
        case LayoutProto::kSplitConfigsFieldNumber:
            for (WireReader split(layout.bytes(), damage); split.next();)
                if (split.field() == SplitConfigProto::kSplitIndicesFieldNumber)
                    skipIntegers(split);
            break;
        default:
            break;
        }
    }
}

class Measure
{
public:
    ArrayMeasure operator()(ShapeView shape, int depth)
    {
        ArrayMeasure result;
        std::int64_t elements = 1;
        std::int64_t layoutBits = 0;
        bool isTooLarge = false;
        for (WireReader reader(shape, m_damage); reader.next();) {
            switch (reader.field()) {
            case ShapeProto::kElementTypeFieldNumber:
                reader.storeInt32(result.type);
                break;
            case ShapeProto::kDimensionsFieldNumber:
                reader.forEachInt64([&](std::int64_t v) {
                    isTooLarge |= v < 0 || __builtin_mul_overflow(elements, v, &elements) || elements > kLargestArray;
                    if (isTooLarge)
                        elements = 1;
                });
                break;
            case ShapeProto::kLayoutFieldNumber:
                readLayout(reader.bytes(), m_damage, layoutBits);
                break;
            case ShapeProto::kIsDynamicDimensionFieldNumber:
                skipIntegers(reader);
                break;
            case ShapeProto::kTupleShapesFieldNumber:
                result.tupleSize += reader.isBytes();
                if (depth < kDeepest)
                    (*this)(reader.bytes(), depth + 1);
                else
                    m_isDeep = true;
                break;
            default:
                break;
            }
        }
        result.elements = isTooLarge ? std::nullopt : std::optional(elements);
        result.layoutBits = std::clamp<std::int64_t>(layoutBits, 0, 1024);
        result.isDamaged = m_damage || m_isDeep;
        return result;
    }

private:
    Damage m_damage;
    bool m_isDeep = false;
};

/// Returns -1 for a type without a size.
int bitsOf(std::int64_t type)
{
    const ElementType* const known = elementTypeOf(type);
    return known ? known->bits : -1;
}

} // namespace

std::optional<ShapeView> subshape(ShapeView shape, std::span<const std::int64_t> index)
{
    Damage known; // measureShape() reports the damage
    for (const std::int64_t wanted : index) {
        std::int64_t element = 0;
        std::optional<ShapeView> found;
        for (WireReader reader(shape, known); !found && reader.next();)
            if (reader.field() == ShapeProto::kTupleShapesFieldNumber && reader.isBytes() && element++ == wanted)
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
    Damage known; // measureShape() reports the damage
    for (WireReader reader(shape, known); reader.next();)
        if (reader.field() == ShapeProto::kElementTypeFieldNumber) {
            reader.storeInt32(type);
            if (type == kTuple) // its other fields are elements, which may be many
                break;
        }
    return type;
}

bool isTuple(ShapeView shape)
{
    return elementType(shape) == kTuple;
}

ArrayMeasure measureShape(ShapeView shape)
{
    return Measure()(shape, 0);
}

std::optional<std::int64_t> packedBytes(std::optional<std::int64_t> elements, std::int64_t bits)
{
    if (!elements)
        return std::nullopt;
    const std::int64_t bytes = (*elements * bits + 7) / 8;
    return bytes > kLargestArray ? std::nullopt : std::optional(bytes);
}

std::optional<std::int64_t> unpaddedBytes(const ArrayMeasure& measure)
{
    const int bits = bitsOf(measure.type);
    return bits < 0 ? std::nullopt : packedBytes(measure.elements, bits);
}

bool hasTiles(ShapeView shape)
{
    Damage ignored;
    return hasTiles(shape, 0, ignored);
}

} // namespace tidemark
