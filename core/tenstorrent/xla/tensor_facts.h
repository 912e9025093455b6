#pragma once

#include "core/report/json_writer.h"
#include "core/tenstorrent/xla/operation_facts.h"

namespace tidemark::ttxla {

/// Members of an operation's object: shapes and types of operands and results, and how the first result lies in memory,
/// as upstream's lists name them. factsIn() (list_facts.h) reads them.
void writeTensorFacts(JsonWriter& json, const OperationFacts& facts);

} // namespace tidemark::ttxla
