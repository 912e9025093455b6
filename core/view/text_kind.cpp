#include "core/view/text_kind.h"

#include "core/base/text.h"
#include "core/files/read_blocks.h"

namespace tidemark {

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
