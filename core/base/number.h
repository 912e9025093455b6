#pragma once

#include <charconv>
#include <cstdint>
#include <optional>
#include <string_view>
#include <system_error>

namespace tidemark {

/// Parses a text that is one decimal number from its first character to its last. Signed integers may have a minus.
/// Returns nullopt for any other text and for a number that does not fit the type.
template <class T = std::int64_t>
std::optional<T> parseNumber(std::string_view text)
{
    T number{};
    const char* const end = text.data() + text.size();
    const auto [read, error] = std::from_chars(text.data(), end, number);
    return error == std::errc() && read == end ? std::optional(number) : std::nullopt;
}

} // namespace tidemark
