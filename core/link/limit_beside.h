#pragma once

#include "core/base/progress.h"
#include "core/view/view.h"

namespace tidemark {

/// How much of a memory there was, as a message about a program says.
struct LimitBeside {
    std::int64_t bytes = 0;
    std::string place; // of the message: "train.log:17"
};

/// The limit in a message that names the view's program and is about its memory, in a text of at most 8 MiB in the
/// folder of the program's file or the one above. The first by path and line. Absent: there is none, or cancelled.
/// Cost: reads up to 64 texts, 64 MiB of them.
std::optional<LimitBeside> findLimitBeside(const View& view, const Progress& progress = {});

/// Whether a message's limit counts: neither the user nor the file says how much there is. It comes before the table.
bool isOpenToLimit(const Figures& figures);

/// The figures with that as capacity. REQUIRES: isOpenToLimit()
Figures withCapacity(Figures figures, const LimitBeside& limit);

/// The figures of a program for a device, which may be null, with such a limit where it counts.
Figures figuresWithLimit(const View& view, const Device* chosen, const Progress& progress = {});

} // namespace tidemark
