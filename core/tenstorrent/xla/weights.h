#pragma once

#include "core/tenstorrent/xla/profile.h"

namespace tidemark::ttxla {

/// Numbers the operations that upstream lists: those with both their own line and memory states, except deallocations
/// and operations that get a device. In a log without any operation line, those with known DRAM states are numbered.
void numberListed(Profile& profile);

/// Attributes weights to operations by the shapes of their inputs alone, as upstream does. An operation that loads a
/// graph's result takes all weights with one of its input shapes. Operations inside the graph take the loaded weights.
/// For other operations each shape stands for one weight, the last one with that shape. Sets Profile::weights and
/// Operation::isWeight.
void attributeWeights(Profile& profile);

} // namespace tidemark::ttxla
