#pragma once

#include "core/base/text.h"
#include "core/view/comparison.h"

namespace tidemark {

/// How far a headline goes: into how the bytes of a category are held, too.
enum class HeadlineDetail : std::uint8_t { Categories, Roles };

/// What changed, in one line for people: "B's peak is 3.43 GiB lower (3.01 GiB less allocated): activations 3.38 GiB
/// less (saved 3.97 GiB less, recomputed 592 MiB more), temporaries 32 MiB less". Where the level does not change as
/// the peaks do, that is told, too: categories add up to it. The peak of a message is what was needed, its level what it
/// lists. With roles it also says by which changes of the program, see causesOf(): "in B init_carry[2] has 24 instead
/// of 16 in dimension 1 and takes 1.62 GiB more". Sizes in this unit; no full stop.
std::string headlineOf(const Comparison& comparison, ByteUnit unit = ByteUnit::Auto,
                       HeadlineDetail detail = HeadlineDetail::Roles);

} // namespace tidemark
