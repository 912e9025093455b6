#pragma once

#include "core/link/message_plan.h"
#include "core/view/document_kind.h"

namespace tidemark {

/// The plan of a message's program in files and folders that the user opened. Unreadable files are skipped. Errors:
/// Cancelled. Cost: that of openDocuments() and findMessagePlan().
Result<std::optional<MessagePlan>> findPlan(const oom::Message& message, const std::vector<std::string>& paths,
                                            const DocumentKinds& kinds, const Progress& progress = {});

/// The first file in the folder of a log, by name, that opens as a program: for a hint that names what could be opened
/// together with the log. Cost: opens files until one has a program, at most ten.
std::optional<std::string> programNextTo(const std::string& logPath, const DocumentKinds& kinds,
                                         const Progress& progress = {});

} // namespace tidemark
