#include "core/view/document_kind.h"
#include "core/base/text.h"
#include "core/files/read_blocks.h"

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

bool isReadInPart(const OpenedFile& file)
{
    return file.input.isByChance && file.file && file.file->size() > kMostOfTextByChance;
}

void addReadInPartWarning(const OpenedFile& file, Warnings& warnings)
{
    warnings.addNamed("log-searched-in-part",
                      file.input.path + ": nothing was found in the " + bytesText(kMostOfTextByChance)
                          + " of it that were searched. Open the file alone to search all of it.");
}

std::string startOfText(const File& file)
{
    constexpr std::size_t kStart = 4096;
    auto start = readStart(file, kStart);
    if (!start || isBinary(*start) || start->find(kPageMark) != std::string::npos)
        return {};
    return std::move(*start);
}

} // namespace tidemark
