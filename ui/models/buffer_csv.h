#pragma once

#include "ui/models/buffer_model.h"

#include <iosfwd>

namespace tidemark::ui {

/// The rows as CSV (RFC 4180) with the columns of the command line's `buffers`: sizes are integers of bytes.
void writeBuffersCsv(std::ostream& out, const ViewState& state, const BufferFacts& facts, const std::vector<LiveRow>& rows);

} // namespace tidemark::ui
