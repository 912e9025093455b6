#pragma once

#include "core/xla/meaning/hlo_graph.h"

namespace tidemark::xla {

/// Returns the sums and maxima of values that updates computed from gradients; optimizers scale moments of few bits by
/// them. `isUpdate`: the values between gradients and next values.
ValueTruths measuresOfUpdates(const HloGraph& graph, const ValueTruths& isUpdate, const ValueTruths& isGradient);

} // namespace tidemark::xla
