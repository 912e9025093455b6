#include "core/view/viewed.h"

#include <algorithm>

namespace tidemark {

Result<Viewed> viewIn(const Documents& documents, const Choice& choice, Wanted wanted,
                      const std::function<void(const Warnings&)>& warn, const Progress& progress)
{
    std::optional<Viewed> found;
    for (auto document = documents.begin(); document != documents.end();) {
        Warnings unread;
        auto chosen = resolveIn({document, documents.end()}, choice, unread, progress);
        if (!chosen && found)
            break;
        warn(unread);
        if (!chosen)
            return chosen.error();
        auto view = chosen->document->view(chosen->selection, progress);
        if (!view)
            return view.error();
        const bool isWanted = wanted == Wanted::Any || (*view)->axis.kind != AxisKind::None;
        document = std::ranges::find(document, documents.end(), chosen->document) + 1;
        if (isWanted || !found)
            found.emplace(Viewed{std::move(*chosen), std::move(*view), documents});
        if (isWanted)
            break;
    }
    return std::move(*found);
}

Result<Viewed> viewFirst(const Documents& documents, const Choice& choice,
                         const std::function<void(const Warnings&)>& warn, const Progress& progress)
{
    if (choice == Choice{})
        if (const auto chosen = usualChoice(documents, progress)) {
            auto view = chosen->document->view(chosen->selection, progress);
            if (!view)
                return view.error();
            return Viewed{*chosen, std::move(*view), documents};
        }
    return viewIn(documents, choice, Wanted::Any, warn, progress);
}

} // namespace tidemark
