#pragma once

#include "core/base/parallel.h"
#include "core/view/document_kind.h"

namespace tidemark {

// Shared by the kinds of documents that read many files.

/// In bytes. A text up to this size is read completely before it is opened.
inline constexpr std::uint64_t kShortText = std::uint64_t{64} << 10;
/// In bytes. At most this much is read of a text that the user did not name.
inline constexpr std::uint64_t kMostOfTextByChance = std::uint64_t{64} << 20;

/// Returns whether only a part of a text is read because the user did not name it.
bool isReadInPart(const OpenedFile& file);
/// The error that nothing was found in that part.
void addReadInPartWarning(const OpenedFile& file, Warnings& warnings);

/// In the head of the pages that the programs write for browsers. No kind opens them.
inline constexpr std::string_view kPageMark = "<meta name=\"generator\" content=\"Tidemark\">";

/// The beginning of a file that may be a text with data. Empty for other files and for unreadable ones.
std::string startOfText(const File& file);

/// Returns the result of `read` for each file, in the same order. Many files are read in parallel, and the progress
/// counts files. Few files are read one after the other, and `read` reports the progress. Errors: Cancelled, and the
/// errors of `read`.
template <class Content, class Read>
Result<std::vector<Content>> readEach(const std::vector<OpenedFile>& files, const Progress& progress, const Read& read)
{
    constexpr std::size_t kMany = 64;
    const bool areMany = files.size() >= kMany;
    std::vector<std::optional<Result<Content>>> results(files.size());
    const Progress ofOne = areMany ? Progress{progress.isCancelled, {}} : progress;
    const auto readOne = [&](std::size_t i) { results[i] = read(files[i], ofOne); };
    if (areMany && !forEachInParallel(files.size(), progress, "Reading files", readOne))
        return Progress::cancelledError();
    std::vector<Content> contents;
    for (std::size_t i = 0; i < files.size(); ++i) {
        if (!areMany)
            readOne(i);
        if (!*results[i])
            return results[i]->error();
        contents.push_back(std::move(**results[i]));
    }
    return contents;
}

/// Returns the results of readEach() that can be used. `read` sets `entry.error` when nothing of a file can be used.
/// Such a file is left out when the user did not name it or another kind uses it. Errors: the errors of readEach(), and
/// the first file's error when no file can be used.
template <class Content, class Read>
Result<std::vector<Content>> readTexts(const std::vector<OpenedFile>& files, const Progress& progress, const Read& read)
{
    auto all = readEach<Content>(files, progress, read);
    if (!all)
        return all;
    std::vector<Content> contents;
    std::optional<Error> error;
    bool isAnyUsed = false;
    for (std::size_t i = 0; i < files.size(); ++i) {
        const std::optional<Error>& fault = (*all)[i].entry.error;
        isAnyUsed = isAnyUsed || !fault;
        if (fault && !error)
            error = fault;
        if (!fault || (!files[i].input.isByChance && !files[i].isOfOthers))
            contents.push_back(std::move((*all)[i]));
    }
    if (!isAnyUsed)
        return *error;
    return contents;
}

} // namespace tidemark
