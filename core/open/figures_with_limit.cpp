#include "core/open/figures_with_limit.h"

#include "core/link/message_limit.h"
#include "core/link/opened_together.h"
#include "core/oom/oom_document.h"
#include "core/open/open_documents.h"
#include "core/open/recorded_folder.h"

#include <algorithm>
#include <filesystem>

namespace tidemark {
namespace {

namespace fs = std::filesystem;

/// Returns the messages that `record` kept together with a program file.
Documents recordedMessages(const std::string& programPath, const DocumentKinds& kinds, const Progress& progress)
{
    std::error_code error;
    const fs::path folder = fs::absolute(programPath, error).parent_path();
    for (const fs::path& each : {folder, folder.parent_path()}) {
        if (!isRecording(each.string()))
            continue;
        DocumentKinds messages = kinds;
        std::erase_if(messages, [](const DocumentKind& kind) { return kind.name != oom::OomDocument::kKind; });
        auto documents = openDocuments({(each / "output.log").string()}, messages, progress);
        return documents ? std::move(*documents) : Documents();
    }
    return {};
}

} // namespace

Figures figuresWithLimit(const Viewed& viewed, const Device* chosen, const DocumentKinds& kinds,
                         const Progress& progress)
{
    Figures figures = withOpenedTogether(viewed.view->figures(chosen), *viewed.view, viewed.openedTogether);
    return withMessageLimit(std::move(figures), *viewed.view, recordedMessages(viewed.view->path, kinds, progress));
}

} // namespace tidemark
