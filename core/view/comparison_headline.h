#pragma once

#include "core/base/text.h"
#include "core/view/comparison.h"

namespace tidemark {

/// What changed, in one line for people: "B's peak is 3.43 GiB lower (3.01 GiB less allocated): activations 3.38 GiB
/// less, temporaries 592 MiB more". Where the level does not change as the peaks do, that is told, too: categories add
/// up to it. Sizes in this unit; no full stop.
std::string headlineOf(const Comparison& comparison, ByteUnit unit = ByteUnit::Auto);

} // namespace tidemark
