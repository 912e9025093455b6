#pragma once

#include "core/include/tidemark/result.h"

#include <string>
#include <string_view>
#include <vector>

namespace tidemark {

/// A value of a JSON text and its place in the text, so that messages can name the place.
struct LocatedJson {
    enum class Type { Null, Boolean, Number, String, Array, Object };
    struct Key {
        std::string text;
        std::size_t at = 0; // byte of its first quote
    };

    Type type = Type::Null;
    std::size_t at = 0; // byte of its first character
    std::string text; // a string's characters; a number or truth value as the file writes it
    std::vector<LocatedJson> items; // of an array, or the values of an object
    std::vector<Key> keys; // of an object: keys[i] belongs to items[i]

    /// Returns the value of a key. Null: this is no object, or it has no such key.
    const LocatedJson* find(std::string_view key) const;
};

/// The type in words: "a string", "a list".
std::string_view typeText(LocatedJson::Type type);
/// Text from a file as a message may repeat it: printable, in quotes, shortened.
std::string quotedText(std::string_view text);

/// The numbers that a JSON text may hold.
enum class JsonNumbers {
    Standard,
    Python, // also NaN, Infinity and -Infinity, which Python's json module writes
};

/// Parses a JSON text (RFC 8259, UTF-8; a byte order mark is skipped). Returns an error of kind Malformed, with its
/// byte, for a text that is no JSON, and for arrays and objects inside more than `deepest` others.
Result<LocatedJson> parseLocatedJson(std::string_view text, std::size_t deepest,
                                     JsonNumbers numbers = JsonNumbers::Standard);

/// Something that the parser accepts and no reader can use.
struct JsonFault {
    std::string_view code; // of a warning
    std::size_t at = 0;
    std::string text; // without a period
    std::string_view effect; // of the removal, without a period
};
/// Removes all such things from a parsed text and returns them in the order of the text. Of equal keys of an object the
/// first one stays. NaN, Infinity and -Infinity become null.
std::vector<JsonFault> removeFaults(LocatedJson& root);

/// A place in a text as editors count it: line and column from 1, columns in characters.
struct TextPlace {
    std::size_t line = 1;
    std::size_t column = 1;
};
/// REQUIRES: at <= text.size()
TextPlace placeIn(std::string_view text, std::size_t at);

/// Finds many places in one text. The first one costs a pass over the text, each later one a constant time.
class TextPlaces
{
public:
    /// REQUIRES: the same text in each call; at <= text.size()
    TextPlace find(std::string_view text, std::size_t at);

private:
    std::vector<TextPlace> m_marks; // of bytes at equal distances
};

} // namespace tidemark
