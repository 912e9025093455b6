#pragma once

#include "core/include/tidemark/warning.h"
#include "core/report/json_writer.h"

#include <vector>

namespace tidemark {

/// Writes the key "warnings" with a list of objects with `code` and `text`.
void writeWarnings(JsonWriter& json, const std::vector<Warning>& warnings);

} // namespace tidemark
