#pragma once

#include "core/link/message_plan.h"
#include "core/view/document_kind.h"

namespace tidemark {

/// Where the plan of a message's program may be.
struct PlanPlaces {
    std::vector<std::string> named; // files and folders that the user opened
    std::string log; // of the message; empty: what lies beside it does not count
};

/// The plan of a message's program: among what is named, else beside the log. What cannot be read is passed over.
/// Errors: Cancelled. Cost: as openDocuments() and findMessagePlan().
Result<std::optional<MessagePlan>> findPlan(const oom::Report& report, const PlanPlaces& places,
                                            const DocumentKinds& kinds, const Progress& progress = {});

} // namespace tidemark
