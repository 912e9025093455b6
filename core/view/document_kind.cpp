#include "core/view/document_kind.h"

namespace tidemark {

std::vector<FileEnding> endingsOf(const DocumentKinds& kinds)
{
    std::vector<FileEnding> endings;
    for (const DocumentKind& kind : kinds)
        endings.insert(endings.end(), kind.endings.begin(), kind.endings.end());
    return endings;
}

} // namespace tidemark
