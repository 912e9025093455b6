#pragma once

#include "core/view/document_kind.h"

namespace tidemark {

/// All kinds of documents that there are. Documents come in this order, and so does the question who takes what none
/// knows: the first that recognised anything.
DocumentKinds allKinds();

/// Opens files, session folders, log directories and dump folders together. Content decides the kind of a file, not
/// its name; one file may hold documents of several kinds. In a folder files with an ending of a kind and texts are
/// looked at. What was named and cannot be used is a file with an error of the first document. Error when nothing could
/// be opened: that of the first kind that recognised a file, else of the first file. The result is not empty. A
/// document without any program is no error here: whyEmpty() says why.
Result<Documents> openDocuments(const std::vector<std::string>& paths, const DocumentKinds& kinds,
                                const Progress& progress = {});

} // namespace tidemark
