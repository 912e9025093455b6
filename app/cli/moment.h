#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace tidemark::cli {

/// What --at says.
enum class At { Peak, All, Step };

struct Moment {
    At at = At::Peak;
    std::uint64_t step = 0;
};

/// Absent where it is neither a word nor a number.
std::optional<Moment> parseAt(const std::string& text);

} // namespace tidemark::cli
