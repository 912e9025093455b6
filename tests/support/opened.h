#pragma once

#include "core/open/open_documents.h"
#include "core/xla/programs/xla_document.h"

namespace tidemark::test {
using namespace xla;

/// Returns the file endings of all kinds of documents.
inline std::vector<FileEnding> allEndings()
{
    return endingsOf(allKinds());
}

/// Opens XLA programs. Error: that of openDocuments().
inline Result<std::shared_ptr<const XlaDocument>> openXla(const std::vector<std::string>& paths,
                                                          const Progress& progress = {})
{
    const auto documents = openDocuments(paths, allKinds(), progress);
    if (!documents)
        return documents.error();
    auto document = std::dynamic_pointer_cast<const XlaDocument>(documents->front());
    if (!document)
        return Error{ErrorKind::NotFound, paths.front() + " holds no XLA programs.", std::nullopt};
    return document;
}

} // namespace tidemark::test
