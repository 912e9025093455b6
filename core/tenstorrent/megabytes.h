#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace tidemark {

/// The unit that Tenstorrent's tools print as MB, in bytes.
inline constexpr double kTenstorrentMegabyte = 1048576.0;

/// Parses "1022.169" MB, rounded to the nearest byte. Returns nullopt for nan, a sign, an exponent, any other text that
/// is not a decimal number, and for 2^56 bytes or more.
std::optional<std::int64_t> megabytes(std::string_view number);

} // namespace tidemark
