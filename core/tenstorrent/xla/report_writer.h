#pragma once

#include "core/tenstorrent/xla/profile.h"

#include <iosfwd>

namespace tidemark::ttxla {

/// Writes a single-file page that shows a profile in a browser, without network or server: curves of all memories,
/// fragmentation, peaks, the largest increases, tile padding, weights and activations, operations, modules. The page
/// contains the lists of upstream's profiler and the operations that these lists leave out. readReport() reads the
/// lists.
void writeReportPage(std::ostream& out, const Profile& profile);

} // namespace tidemark::ttxla
