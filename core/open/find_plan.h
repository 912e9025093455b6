#pragma once

#include "core/link/message_plan.h"
#include "core/view/document_kind.h"

namespace tidemark {

/// The plan of a message's program in files and folders that the user opened. Unreadable files are skipped. Errors:
/// Cancelled. Cost: that of openDocuments() and findMessagePlan().
Result<std::optional<MessagePlan>> findPlan(const oom::Report& report, const std::vector<std::string>& paths,
                                            const DocumentKinds& kinds, const Progress& progress = {});

} // namespace tidemark
