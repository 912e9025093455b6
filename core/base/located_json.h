#pragma once

#include "core/base/result.h"

#include <string>
#include <string_view>
#include <vector>

namespace tidemark {

/// A value of a JSON text that people write, with its place in it, so that what is said of it can name the place.
struct LocatedJson {
    enum class Type { Null, Boolean, Number, String, Array, Object };
    struct Key {
        std::string text;
        std::size_t at = 0; // byte of its first quote
    };

    Type type = Type::Null;
    std::size_t at = 0; // byte of its first character
    std::string text; // of a string; of a number as it is written
    std::vector<LocatedJson> items; // of an array, or the values of an object
    std::vector<Key> keys; // of an object, in the order of the text, beside items; equal ones stay

    /// The value of a key, of equal ones the first; null where it is not there, or this is no object.
    const LocatedJson* find(std::string_view key) const;
};

/// "a string", "a list"
std::string_view typeText(LocatedJson::Type type);

/// Error of kind Malformed, with its byte: what is no JSON (RFC 8259, UTF-8; a byte order mark is skipped), and arrays
/// and objects within more than `deepest` others.
Result<LocatedJson> parseLocatedJson(std::string_view text, std::size_t deepest);

/// A place in a text as editors count: both from 1, columns in characters.
struct TextPlace {
    std::size_t line = 1;
    std::size_t column = 1;
};
/// REQUIRES: at <= text.size()
TextPlace placeIn(std::string_view text, std::size_t at);

} // namespace tidemark
