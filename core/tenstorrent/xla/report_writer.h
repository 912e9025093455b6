#pragma once

#include "core/tenstorrent/xla/profile.h"

#include <iosfwd>

namespace tidemark::ttxla {

/// Writes a single-file page that shows a profile in a browser, without network or server: curves of all memories,
/// fragmentation, peaks, the largest increases, tile padding, weights and activations, operations, modules. The page
/// contains upstream's constants (opsData, memData), the operations that upstream's lists leave out, and the whole
/// profile, so that opening the page gives the same answers.
void writeReportPage(std::ostream& out, const Profile& profile);

} // namespace tidemark::ttxla
