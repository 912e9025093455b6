#include "core/xla/xprof/memory_viewer.h"
#include "app/cli/commands.h"
#include "app/cli/input_output.h"
#include "core/xla/programs/xla_document.h"
#include "core/xla/replay/trace_replay.h"

namespace tidemark::cli {

int runMemoryViewer(const Options& options)
{
    const auto selected = select(options, UnusedMemory::Taken);
    if (!selected)
        return fail(selected.error());
    const auto* document = dynamic_cast<const xla::XlaDocument*>(selected->document.get());
    if (!document)
        return fail({ErrorKind::Unsupported,
                     selected->file().path
                         + ": XProf's memory viewer shows compiled XLA programs only; summary shows what this has.",
                     std::nullopt});
    const auto plan = document->plan(selected->selection.program);
    if (!plan)
        return fail(plan.error());
    const xla::BufferAssignment& assignment = (*plan)->assignment();
    const std::int64_t space = selected->selection.memory;
    printWarnings((*plan)->warnings());
    printWarnings(xla::replayTrace(assignment, space, xla::axisTrace(assignment, space))->warnings);
    return output(options, [&](std::ostream& out) { xla::writeMemoryViewer(out, **plan, space); });
}

} // namespace tidemark::cli
