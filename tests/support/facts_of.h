#pragma once

#include "core/xla/programs/buffer_details.h"

namespace tidemark::test {

/// The facts of one row, made for it alone.
inline Facts factsOf(const SpaceTimeline& timeline, const BufferRow& row)
{
    Facts facts;
    describe(timeline, row, facts);
    return facts;
}

} // namespace tidemark::test
