#pragma once

#include "core/xla/meaning/hlo_graph.h"

namespace tidemark {

/// Sums and largest values of what updates have made of gradients, as moments of few bits are scaled by. `isUpdate`:
/// what stands between gradients and next values.
ValueTruths measuresOfUpdates(const HloGraph& graph, const ValueTruths& isUpdate, const ValueTruths& isGradient);

} // namespace tidemark
