#include "core/open/find_plan.h"

#include "core/oom/oom_document.h"
#include "core/open/open_documents.h"

#include <algorithm>

namespace tidemark {
namespace {

Result<std::optional<MessagePlan>> findIn(const oom::Report& report, const std::vector<std::string>& paths,
                                          const DocumentKinds& kinds, const Progress& progress)
{
    if (paths.empty())
        return std::optional<MessagePlan>();
    const auto documents = openDocuments(paths, kinds, progress);
    if (documents)
        return findMessagePlan(report, *documents, progress);
    if (documents.error().kind == ErrorKind::Cancelled)
        return documents.error();
    return std::optional<MessagePlan>();
}

} // namespace

Result<std::optional<MessagePlan>> findPlan(const oom::Report& report, const PlanPlaces& places,
                                            const DocumentKinds& kinds, const Progress& progress)
{
    DocumentKinds plans = kinds;
    std::erase_if(plans, [](const DocumentKind& kind) { return kind.name == oom::OomDocument::kKind; });
    auto found = findIn(report, places.named, plans, progress);
    if (!found || *found || places.log.empty())
        return found;
    found = findIn(report, profilesBeside(places.log, endingsOf(plans)), plans, progress);
    if (found && *found)
        (*found)->isBeside = true;
    return found;
}

} // namespace tidemark
