#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace tidemark {

/// The distance of a name from the user's text. It is 0 if the name contains the text or differs only in case, else the
/// number of letters to change, add, remove, or swap with the next one. Cost: the product of both lengths.
std::size_t nameDistance(std::string_view written, std::string_view name);

/// Returns the name that the user probably meant, or nullptr if no name is near.
const std::string* nearestName(std::string_view written, const std::vector<std::string>& names);

/// Returns " Did you mean summary?" if one of the names is near the text, else an empty text.
std::string suggestion(std::string_view written, const std::vector<std::string>& names);

} // namespace tidemark
