#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace tidemark {

/// The number of a memory, given as one of these names in any case or as a number. Absent for any other text.
std::optional<std::int64_t> memoryNumber(std::span<const std::string_view> names, std::string_view text);

} // namespace tidemark
