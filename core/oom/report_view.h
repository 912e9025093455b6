#pragma once

#include "core/oom/report.h"
#include "core/view/document.h"

#include <memory>

namespace tidemark::oom {

/// Makes a view of a message. The view has no axis; its rows are the allocations of the message. The level is the sum
/// of the rows, or the requested amount if the message lists none.
std::shared_ptr<const View> makeReportView(const std::shared_ptr<const Report>& report, const FileEntry& file,
                                           const ProgramEntry& program);

} // namespace tidemark::oom
