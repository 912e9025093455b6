#pragma once

#include "core/xla/meaning/hlo_graph.h"

namespace tidemark {

/// Which values are the same values once more. The origin of a copy is what it copies, also through fusions and loops
/// that carry it unchanged; that of any other value is itself. Of a loop's result that changes it is the loop's
/// parameter.
class Origins
{
public:
    /// Names: only what has the same bytes under another name. Copies: also what is cast, laid out anew, sliced, put
    /// together of pieces or gathered from other devices.
    enum class Through : std::uint8_t { Names, Copies };

    /// Cost: two passes over the graph.
    Origins(const HloGraph& graph, Through through);

    ValueId of(ValueId value) const { return m_origins[value]; }

private:
    IdVector<ValueId, ValueId> m_origins;
};

} // namespace tidemark
