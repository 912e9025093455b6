#pragma once

#include "core/base/result.h"

#include <string>
#include <string_view>
#include <vector>

namespace tidemark {

/// A value of a JSON text that people write, with its position, so that messages can give the place.
struct LocatedJson {
    enum class Type { Null, Boolean, Number, String, Array, Object };
    struct Key {
        std::string text;
        std::size_t at = 0; // byte of its first quote
    };

    Type type = Type::Null;
    std::size_t at = 0; // byte of its first character
    std::string text; // value of a string, or a number as it is written
    std::vector<LocatedJson> items; // elements of an array, or values of an object
    std::vector<Key> keys; // keys of an object in the order of the text, parallel to items; repeated keys are kept

    /// Returns the value of a key, the first one of repeated keys. Returns null if the key is missing or this is not an
    /// object.
    const LocatedJson* find(std::string_view key) const;
};

/// The type in words: "a string", "a list".
std::string_view typeText(LocatedJson::Type type);

/// Error Malformed, with the byte: the text is not JSON (RFC 8259, UTF-8; a byte order mark is skipped), or its arrays
/// and objects are nested more than `deepest` deep.
Result<LocatedJson> parseLocatedJson(std::string_view text, std::size_t deepest);

/// A place in a text as editors count it: line and column from 1, columns in characters.
struct TextPlace {
    std::size_t line = 1;
    std::size_t column = 1;
};
/// REQUIRES: at <= text.size()
TextPlace placeIn(std::string_view text, std::size_t at);

} // namespace tidemark
