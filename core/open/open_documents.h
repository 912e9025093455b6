#pragma once

#include "core/view/document_kind.h"

namespace tidemark {

/// All kinds of documents. Documents are listed in this order. Files that no kind recognises are reported by the first
/// kind that recognised a file.
DocumentKinds allKinds();

/// Opens files, session folders, log directories and dump folders together. Content decides the kind of a file, not
/// its name; one file may hold documents of several kinds. In a folder, only files with a known ending and text files
/// are examined. A file that the user named but that cannot be used is listed, with its error, in the first document.
/// Error when nothing could be opened: that of the first kind that recognised a file, else of the first file. The
/// result is not empty. A document without any program is no error here: whyEmpty() says why.
Result<Documents> openDocuments(const std::vector<std::string>& paths, const DocumentKinds& kinds,
                                const Progress& progress = {});

} // namespace tidemark
