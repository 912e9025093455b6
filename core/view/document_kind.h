#pragma once

#include "core/base/parallel.h"
#include "core/files/file.h"
#include "core/files/find_inputs.h"
#include "core/view/document.h"

namespace tidemark {

/// A file before its document is opened.
struct OpenedFile {
    InputFile input;
    std::shared_ptr<const File> file; // null if it could not be used
    std::optional<Error> error; // the reason
    bool isOfOthers = false; // another kind uses it or reports its error
};

/// A kind of document, as the programs know it before a file is open. The programs pass the table of kinds as a value,
/// and no other place lists endings.
struct DocumentKind {
    std::string name; // "xla"
    std::vector<FileEnding> endings;
    /// Returns whether the content may be of this kind, judged by its beginning. Kinds that search in texts accept
    /// every longer text, so open() may find nothing. Cost: reads at most 64 KiB.
    std::function<bool(const File&)> recognises;
    /// Returns whether a recognised content can be of nothing else. Then a fault of the file is reported even if it was
    /// found by chance. Null: never.
    std::function<bool(const File&)> isCertain = nullptr;
    /// Whether text files with unknown names are searched in folders.
    bool isInAnyText = false;
    /// Opens the recognised files. The first kind that recognised any file also gets the files that no kind recognised.
    /// A bad file is an entry of a catalogue with an error; open() returns an error when no file could be used. Kinds
    /// that recognise the same file may be called at the same time.
    std::function<Result<Documents>(std::vector<OpenedFile>, Warnings, const Progress&)> open;
};
using DocumentKinds = std::vector<DocumentKind>;

/// The entry of a file: path, host, session, size, and the reason why it cannot be used.
FileEntry entryOf(const OpenedFile& file);

/// Returns whether one of the kinds recognises the file's content.
bool isOfAny(const DocumentKinds& kinds, const File& file);
/// The endings of all kinds, in the order of the kinds.
std::vector<FileEnding> endingsOf(const DocumentKinds& kinds);

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
