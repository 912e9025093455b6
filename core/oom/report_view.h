#pragma once

#include "core/oom/report.h"
#include "core/view/document.h"

#include <memory>

namespace tidemark::oom {

/// A message as a view without an axis: its figures, its allocations as rows, its arithmetic as checks. The level is
/// what is listed; where nothing is, what the message asks for.
std::shared_ptr<const View> makeReportView(const std::shared_ptr<const Report>& report, const FileEntry& file,
                                           const ProgramEntry& program);

} // namespace tidemark::oom
