#pragma once

#include <string>
#include <string_view>

namespace tidemark {

/// The text of the string literal that byte `at` of a line is in: of JSON, or as repr() writes it, also several times
/// over. The line itself where there is none, with the escapes it has resolved.
std::string literalAround(std::string_view line, std::size_t at);

/// Where that literal ends in the line; npos where there is none, or it is cut.
std::size_t literalEnd(std::string_view line, std::size_t at);

} // namespace tidemark
