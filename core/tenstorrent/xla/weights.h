#pragma once

#include "core/tenstorrent/xla/profile.h"

namespace tidemark::ttxla {

/// Gives the operations that upstream lists their numbers: those with an operation's line and a block, but what
/// deallocates or gets a device. Of a log without any operation's line those of its blocks that tell of DRAM.
void numberListed(Profile& profile);

/// Which weights an operation takes, by the shapes of its inputs alone, as upstream finds it out: an operation that
/// loads a graph's result takes all that have one of its shapes; those inside the graph take what was loaded; of others
/// each shape has one weight, the last that has it. Fills Profile::weights and Operation::isWeight.
void attributeWeights(Profile& profile);

} // namespace tidemark::ttxla
