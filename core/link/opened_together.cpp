#include "core/link/opened_together.h"

#include "core/link/message_limit.h"
#include "core/link/planned_run.h"

namespace tidemark {

Figures withOpenedTogether(Figures figures, const View& view, const Documents& openedTogether)
{
    return withPlannedRun(withMessageLimit(std::move(figures), view, openedTogether), view, openedTogether);
}

} // namespace tidemark
