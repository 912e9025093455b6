#pragma once

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

} // namespace tidemark
