#pragma once

#include "core/xla/programs/buffer_details.h"

namespace tidemark::test {
using namespace xla;

/// Returns the facts of a single row.
inline Facts factsOf(const SpaceTimeline& timeline, const BufferRow& row)
{
    Facts facts;
    describe(timeline, row, facts);
    return facts;
}

} // namespace tidemark::test
