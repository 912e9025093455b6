#pragma once

#include <charconv>
#include <cstdint>
#include <optional>
#include <string_view>
#include <system_error>

namespace tidemark {

/// The number that a text is, from its first letter to its last: decimal, for integers with a minus where they have a
/// sign. Absent for all else, and for what does not fit.
template <class T = std::int64_t>
std::optional<T> parseNumber(std::string_view text)
{
    T number{};
    const char* const end = text.data() + text.size();
    const auto [read, error] = std::from_chars(text.data(), end, number);
    return error == std::errc() && read == end ? std::optional(number) : std::nullopt;
}

} // namespace tidemark
