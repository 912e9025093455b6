#pragma once

#include "core/view/choice.h"
#include "core/view/document_kind.h"

namespace tidemark {

/// The figures of a view for a device, which may be null, with the limit of an out-of-memory message as capacity; see
/// withMessageLimit(). Messages count if they were opened together with the program, or if `tidemark-cli record` kept
/// them together with it: those in output.log, if the folder of the program's file, or the one above it, holds
/// output.log and command.txt as `record` writes them. No other file near the program is read. Cost: that of reading
/// output.log.
Figures figuresWithLimit(const Viewed& viewed, const Device* chosen, const DocumentKinds& kinds,
                         const Progress& progress = {});

} // namespace tidemark
