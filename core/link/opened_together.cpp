#include "core/link/opened_together.h"

#include "core/link/message_limit.h"
#include "core/link/planned_run.h"
#include "core/link/recorded_failure.h"

namespace tidemark {

Figures withOpenedTogether(Figures figures, const View& view, const Documents& openedTogether)
{
    figures = withRecordedFailure(std::move(figures), view, openedTogether);
    return withPlannedRun(withMessageLimit(std::move(figures), view, openedTogether), view, openedTogether);
}

} // namespace tidemark
