#pragma once

#include "core/report/table.h"
#include "core/report/text_layout.h"
#include "core/view/view.h"

namespace tidemark {

/// Writes the findings of a view with the columns of the command line's `advise`. `buffers` holds the file's numbers of
/// their rows, each once. `why` says why the peak is there. Each row has it as `sentence`.
void writeFindings(const View& view, const std::vector<Finding>& findings, std::ostream& out, TableFormat format,
                   const TextLayout& layout = {}, const std::string& why = {});

} // namespace tidemark
