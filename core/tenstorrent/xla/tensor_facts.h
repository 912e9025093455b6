#pragma once

#include "core/report/json_writer.h"
#include "core/tenstorrent/xla/operation_facts.h"

namespace tidemark::ttxla {

/// Writes members of an operation's object, named as in upstream's lists: shapes and types of operands and results, and
/// the layout of the first result. factsIn() (list_facts.h) reads them.
void writeTensorFacts(JsonWriter& json, const OperationFacts& facts);

} // namespace tidemark::ttxla
