#include "app/cli/commands.h"
#include "app/cli/session.h"
#include "core/base/text.h"

namespace tidemark::cli {

int runTimeline(const Options& options)
{
    const auto replayed = selectAndReplay(options);
    if (!replayed)
        return fail(replayed.error());
    const SpaceTimeline& timeline = *replayed->timeline;
    printWarnings(timeline.warnings);
    return output(options, [&](std::ostream& out) {
        const auto writer = makeTableWriter(
            out, options.format, {{"step"}, {"instruction", false}, {"bytes"}, {"occupied_bytes"}, {"unpadded_bytes"}});
        for (std::uint32_t step = 0; step < timeline.steps; ++step)
            writer->row({Cell(std::int64_t{step}),
                         timeline.hasTrace ? Cell(validUtf8(timeline.instructionAt(step))) : Cell(),
                         Cell(timeline.bytes[step]), Cell(timeline.occupied[step]), Cell(timeline.unpadded[step])});
        writer->finish();
    });
}

} // namespace tidemark::cli
