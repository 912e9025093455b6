#include "core/tenstorrent/train/run_bar.h"

namespace tidemark::tt {

RunBar barOf(const JudgedRun& run, bool usesActual)
{
    RunBar bar;
    if (!run.peak)
        return bar;
    const Components& all = run.components;
    bar.layers = {all.other.shown(true), all.model.shown(usesActual), all.overhead.shown(true),
                  all.optimizer.shown(usesActual), all.activations.shown(true)};
    bar.total = run.peak;
    bar.needed = run.needed.value_or(*run.peak);
    return bar;
}

} // namespace tidemark::tt
