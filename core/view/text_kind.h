#pragma once

#include "core/base/progress.h"
#include "core/view/document_kind.h"

namespace tidemark {

// Shared by the kinds of documents that are found inside texts of any length.

/// In bytes. A text up to this size is read completely before it is opened.
inline constexpr std::uint64_t kShortText = std::uint64_t{64} << 10;
/// In bytes. At most this much is read of a text that the user did not name.
inline constexpr std::uint64_t kMostOfTextByChance = std::uint64_t{64} << 20;

/// Returns whether only a part of a text is read because the user did not name it.
bool isReadInPart(const OpenedFile& file);
/// The error that nothing was found in that part.
void addReadInPartWarning(const OpenedFile& file, Warnings& warnings);

/// The beginning of a file that may be a text. Empty for other files and for unreadable ones.
std::string startOfText(const File& file);

/// Returns the result of `read` for each file. `read` sets `entry.error` when nothing of a file can be used. Such a
/// file is left out when the user did not name it or it is of another kind. Errors: those of `read`, Cancelled, and the
/// first file's error when no file can be used.
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
