#pragma once

#include "app/exit_status.h"
#include "app/gui/command_line.h"
#include "core/view/document_kind.h"

namespace tidemark::gui {

/// Prints the message to stderr; returns the status.
int fail(const std::string& message, int status = kUnusable);

/// Draws the requested view into the file. Returns the exit status. Errors, and warnings about incomplete reading, go
/// to stderr. REQUIRES: QApplication
int exportPicture(const ExportRequest& request, const DocumentKinds& kinds);

} // namespace tidemark::gui
