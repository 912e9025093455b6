#pragma once

#include "core/oom/message.h"
#include "core/report/table.h"

#include <iosfwd>
#include <memory>
#include <string_view>

namespace tidemark::oom {

/// Receives messages and writes them at once.
class MessageWriter
{
public:
    virtual ~MessageWriter() = default;
    /// `path` is the path of the log, or "-" for standard input.
    virtual void write(std::string_view path, Message message) = 0;
    /// Ends the output. REQUIRES: write() is not called afterwards
    virtual void finish() = 0;
};

/// JSON: an array with one object per message. CSV: one row per message, then one row for each of its figures,
/// allocations and checks; the column `row` gives the kind of row. Text: the finding, then the values that it is based
/// on.
std::unique_ptr<MessageWriter> makeMessageWriter(std::ostream& out, TableFormat format);

} // namespace tidemark::oom
