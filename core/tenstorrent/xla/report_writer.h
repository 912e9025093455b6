#pragma once

#include "core/tenstorrent/xla/profile.h"

#include <iosfwd>

namespace tidemark::ttxla {

/// Writes a page of a single file that shows a profile in a browser, without a network or a server: curves of all
/// memories, fragmentation, peaks, what adds most, tile padding, weights and activations, operations, modules. It has
/// upstream's constants (opsData, memData), what upstream's lists leave out, and all that the profile was read from, so
/// that opening the page gives the same answers.
void writeReportPage(std::ostream& out, const Profile& profile);

} // namespace tidemark::ttxla
