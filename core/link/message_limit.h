#pragma once

#include "core/oom/message.h"
#include "core/view/document.h"
#include "core/view/view.h"

namespace tidemark {

/// Whether a message is about the program of a view: it names the program, and a device that the program runs on can
/// write it.
bool isAboutProgram(const oom::Message& message, const View& view);

/// The figures of a view, with the limit of an out-of-memory message as capacity. A limit counts if its message is in
/// `openedTogether`, isAboutProgram(), and is about the memory that the view shows, or if the view is of the recording
/// of its failure (RecordedFailures). The first such message counts. It has precedence over the table of devices, but
/// not over the file's own memory size and not over a device that the user chose. The capacity's source is then the
/// message: "limit from run.log:17". A message that needs more than the plan adds a warning. Cost: a look at each
/// message.
Figures withMessageLimit(Figures figures, const View& view, const Documents& openedTogether);

} // namespace tidemark
