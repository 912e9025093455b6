#pragma once

#include "core/base/progress.h"
#include "core/view/document_kind.h"

namespace tidemark {

// What kinds of documents have in common that stand somewhere in texts of any length.

/// Bytes. Of such a text all is looked at before it is opened.
inline constexpr std::uint64_t kShortText = std::uint64_t{64} << 10;
/// Bytes that are read of a text that nobody named.
inline constexpr std::uint64_t kMostOfTextByChance = std::uint64_t{64} << 20;

/// Whether only a part of a text is looked at, as nobody named it.
bool isReadInPart(const OpenedFile& file);
/// Says that nothing was found in that part.
void tellReadInPart(const OpenedFile& file, Warnings& warnings);

/// The beginning of a file that may be a text; empty of one that is none, or cannot be read.
std::string startOfText(const File& file);

/// What `read` makes of each file. It tells in `entry.error` why nothing of a file can be used; such a file is left out
/// where nobody named it, or it is of other kinds. Error: that of `read`, Cancelled; where nothing can be used of any
/// file, why not of the first.
template <class Content, class Read>
Result<std::vector<Content>> readTexts(const std::vector<OpenedFile>& files, const Progress& progress, const Read& read)
{
    std::vector<Content> contents;
    std::optional<Error> error;
    bool isAnyUsed = false;
    for (const OpenedFile& file : files) {
        Result<Content> content = read(file, progress);
        if (!content)
            return content.error();
        const std::optional<Error>& fault = content->entry.error;
        isAnyUsed = isAnyUsed || !fault;
        if (fault && !error)
            error = fault;
        if (!fault || (!file.input.isByChance && !file.isOfOthers))
            contents.push_back(std::move(*content));
    }
    if (!isAnyUsed)
        return *error;
    return contents;
}

} // namespace tidemark
