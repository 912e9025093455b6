#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace tidemark {

/// The number of a memory by its name among these, in any case, or as a number; absent for what is neither.
std::optional<std::int64_t> memoryNumber(std::span<const std::string_view> names, std::string_view text);

} // namespace tidemark
