#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace tidemark {

/// How far a name is from what a user wrote. 0: it contains the text, or is the text in another case; else the number of
/// letters to change, add or leave out. Cost: the product of both lengths.
std::size_t nameDistance(std::string_view written, std::string_view name);

/// The name that the user probably meant; nullptr where none is near.
const std::string* nearestName(std::string_view written, const std::vector<std::string>& names);

/// " Did you mean summary?" where one of the names is near what was written, else nothing.
std::string suggestion(std::string_view written, const std::vector<std::string>& names);

} // namespace tidemark
