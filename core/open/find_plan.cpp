#include "core/open/find_plan.h"

#include "core/oom/oom_document.h"
#include "core/open/open_documents.h"

#include <algorithm>

namespace tidemark {

Result<std::optional<MessagePlan>> findPlan(const oom::Message& message, const std::vector<std::string>& paths,
                                            const DocumentKinds& kinds, const Progress& progress)
{
    if (paths.empty())
        return std::optional<MessagePlan>();
    DocumentKinds plans = kinds;
    std::erase_if(plans, [](const DocumentKind& kind) { return kind.name == oom::OomDocument::kKind; });
    const auto documents = openDocuments(paths, plans, progress);
    if (documents)
        return findMessagePlan(message, *documents, progress);
    if (documents.error().kind == ErrorKind::Cancelled)
        return documents.error();
    return std::optional<MessagePlan>();
}

std::optional<std::string> programNextTo(const std::string& logPath, const DocumentKinds& kinds,
                                         const Progress& progress)
{
    constexpr std::size_t kMostOpened = 10;
    std::vector<std::string> near = programsNextTo(logPath, endingsOf(kinds));
    near.resize(std::min(near.size(), kMostOpened));
    for (std::string& path : near) {
        const auto documents = openDocuments({path}, kinds, progress);
        if (documents && std::ranges::any_of(*documents, [](const auto& document) {
                return !document->catalogue().programs.empty();
            }))
            return std::move(path);
    }
    return std::nullopt;
}

} // namespace tidemark
