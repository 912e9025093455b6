#include "core/view/document_kind.h"

#include <algorithm>

namespace tidemark {

FileEntry entryOf(const OpenedFile& file)
{
    FileEntry entry;
    entry.path = file.input.path;
    entry.size = file.file ? file.file->size() : 0;
    entry.host = file.input.host;
    entry.session = file.input.session;
    entry.error = file.error;
    return entry;
}

bool isOfAny(const DocumentKinds& kinds, const File& file)
{
    return std::ranges::any_of(kinds, [&](const DocumentKind& kind) { return kind.recognises(file); });
}

std::vector<FileEnding> endingsOf(const DocumentKinds& kinds)
{
    std::vector<FileEnding> endings;
    for (const DocumentKind& kind : kinds)
        endings.insert(endings.end(), kind.endings.begin(), kind.endings.end());
    return endings;
}

} // namespace tidemark
