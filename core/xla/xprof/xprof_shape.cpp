#include "core/xla/xprof/xprof_shape.h"

#include "core/shapes/element_type.h"

#include <algorithm>

namespace tidemark::xla {

std::optional<std::int64_t> xlaByteSize(const ArrayMeasure& measure)
{
    if (measure.type == kOpaque)
        return std::int64_t{8};
    const ElementType* const known = elementTypeOf(measure.type);
    if (!known || known->bits < 0)
        return std::nullopt;
    if (known->bits == 0)
        return std::int64_t{0};
    return packedBytes(measure.elements, measure.layoutBits > 0 ? measure.layoutBits : std::max(known->bits, 8));
}

} // namespace tidemark::xla
