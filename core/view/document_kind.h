#pragma once

#include "core/files/file.h"
#include "core/files/find_inputs.h"
#include "core/view/document.h"

namespace tidemark {

/// A file on its way to a document.
struct OpenedFile {
    InputFile input;
    std::shared_ptr<const File> file; // null: it could not be used
    std::optional<Error> error; // why
    bool isOfOthers = false; // another kind uses it, or tells why nothing of it can be used
};

/// One kind of documents: everything that the programs know of it before a file is open. The table of kinds is a value
/// that they hand around; nothing else lists endings.
struct DocumentKind {
    std::string name; // "xla"
    std::vector<FileEnding> endings;
    /// Whether the content may be of this kind, as far as its beginning tells; kinds that look for something in texts
    /// take every text that is longer, and open() may find nothing. Cost: reads at most 64 KiB.
    std::function<bool(const File&)> recognises;
    /// Whether files in folders whose names no kind knows are looked at for what is in them, where they are texts.
    bool isInAnyText = false;
    /// Documents of files that were recognised, and of those that nothing recognised where this is the first kind that
    /// recognised any. Single bad files are entries of a catalogue with an error; an error when no file could be used.
    /// Kinds that know the same file may be asked at the same time.
    std::function<Result<Documents>(std::vector<OpenedFile>, Warnings, const Progress&)> open;
};
using DocumentKinds = std::vector<DocumentKind>;

/// Its path, host and session, its size and why it cannot be used.
FileEntry entryOf(const OpenedFile& file);

/// Whether one of them recognises its content.
bool isOfAny(const DocumentKinds& kinds, const File& file);
/// The endings of all kinds, in their order.
std::vector<FileEnding> endingsOf(const DocumentKinds& kinds);

} // namespace tidemark
