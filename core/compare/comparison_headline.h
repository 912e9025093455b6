#pragma once

#include "core/base/text.h"
#include "core/compare/comparison.h"

namespace tidemark {

/// What changed, in one line for people: "B's peak is 3.43 GiB lower (3.01 GiB less allocated): activations 3.38 GiB
/// less (saved 3.97 GiB less, recomputed 592 MiB more), temporaries 32 MiB less". If the level does not change like
/// the peaks, the headline has both changes, because categories add up to the level. The peak of a message is the need,
/// its level is the listed memory. It also names the changes of the program, see causesOf(): "in B
/// init_carry[2] has 24 instead of 16 in dimension 1 and takes 1.62 GiB more". Sizes in this unit; no full stop.
std::string headlineOf(const Comparison& comparison, ByteUnit unit = ByteUnit::Auto);

} // namespace tidemark
