#pragma once

#include "core/xla/meaning/hlo_graph.h"

namespace tidemark::xla {

/// Finds values that are copies of others. The origin of a copy is the value that it copies, also through fusions and
/// through loops that carry it unchanged. The origin of any other value is the value itself. The origin of a loop's
/// result that the loop changes is the loop's parameter.
class Origins
{
public:
    /// Names: follows only other names of the same bytes. Copies: also follows casts, changes of layout, slices,
    /// concatenation of pieces, and gathers from other devices.
    enum class Through : std::uint8_t { Names, Copies };

    Origins() = default;
    /// Cost: two passes over the graph.
    Origins(const HloGraph& graph, Through through);

    ValueId of(ValueId value) const { return m_origins[value]; }

private:
    IdVector<ValueId, ValueId> m_origins;
};

} // namespace tidemark::xla
