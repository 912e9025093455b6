#pragma once

#include "core/include/tidemark/warning.h"

#include <concepts>
#include <cstdint>
#include <iosfwd>
#include <string>
#include <string_view>
#include <vector>

namespace tidemark {

/// The layout of the elements of a JSON array or object in the text. The values do not depend on it.
enum class JsonLayout {
    Compact, // {"a":1,"b":[1,2]}
    Spaced, // {"a": 1, "b": [1, 2]}
    Rows, // each element on a separate line, not indented
    Indented, // each element on a separate line, indented by two spaces per depth
};

/// Writes JSON as it comes and buffers at most some kilobytes of it; all is written when the outermost bracket
/// closes. The output is always valid UTF-8: each byte of a text that is not valid becomes U+FFFD. The caller
/// balances begin and end, and names each value of an object.
class JsonWriter
{
public:
    /// `layout` applies to objects and arrays that begin without a layout.
    explicit JsonWriter(std::ostream& out, JsonLayout layout = JsonLayout::Compact);

    JsonWriter& beginObject() { return begin('{', m_layout); }
    JsonWriter& endObject() { return end('}'); }
    JsonWriter& beginArray() { return begin('[', m_layout); }
    JsonWriter& beginArray(JsonLayout layout) { return begin('[', layout); }
    JsonWriter& endArray() { return end(']'); }

    JsonWriter& key(std::string_view name);

    JsonWriter& null() { return raw("null"); }
    JsonWriter& value(bool truth) { return raw(truth ? "true" : "false"); }
    template <std::integral Integer>
    JsonWriter& value(Integer number)
    {
        if constexpr (std::unsigned_integral<Integer>)
            return unsignedNumber(number);
        else
            return signedNumber(number);
    }
    /// The shortest text that reads as the same number; null for NaN and infinities.
    JsonWriter& value(double number);
    JsonWriter& value(std::string_view text);
    JsonWriter& value(const char* text)
    {
        return value(std::string_view(text));
    } // otherwise a pointer would convert to bool

private:
    struct Open {
        JsonLayout layout;
        bool isEmpty;
    };

    JsonWriter& begin(char bracket, JsonLayout layout);
    JsonWriter& end(char bracket);
    /// Writes the comma, line break and indent before an element.
    void separate();
    void breakLine();
    JsonWriter& raw(std::string_view text);
    JsonWriter& signedNumber(std::int64_t number);
    JsonWriter& unsignedNumber(std::uint64_t number);
    void appendText(std::string_view text);
    JsonWriter& passOn();

    std::ostream& m_out;
    JsonLayout m_layout;
    std::string m_text; // text that is not yet written
    std::vector<Open> m_open;
    bool m_isAfterKey = false;
};

/// Writes the key "warnings" with a list of objects with `code` and `text`.
void writeWarnings(JsonWriter& json, const std::vector<Warning>& warnings);

} // namespace tidemark
