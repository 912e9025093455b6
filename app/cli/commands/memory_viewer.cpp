#include "core/xla/xprof/memory_viewer.h"

#include "app/cli/commands.h"
#include "app/cli/session.h"

namespace tidemark::cli {

int runMemoryViewer(const Options& options)
{
    const auto selected = select(options);
    if (!selected)
        return fail(selected.error());
    printWarnings(selected->plan->assignment().warnings);
    return output(options, [&](std::ostream& out) { writeMemoryViewer(out, *selected->plan, selected->space); });
}

} // namespace tidemark::cli
