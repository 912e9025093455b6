#pragma once

#include "app/exit_status.h"
#include "app/gui/command_line.h"
#include "core/view/document_kind.h"

namespace tidemark::gui {

/// Prints the message to stderr; returns the status.
int fail(const std::string& message, int status = kUnusable);

/// Draws the view asked for into the file. Returns the exit status; errors, and warnings of whatever could not be read
/// in full, go to stderr. REQUIRES: QApplication
int exportPicture(const ExportRequest& request, const DocumentKinds& kinds);

} // namespace tidemark::gui
