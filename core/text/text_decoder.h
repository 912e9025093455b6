#pragma once

#include <string>
#include <string_view>

namespace tidemark {

/// Converts a text that comes in parts to UTF-8. A text that starts with a UTF-16 byte order mark is decoded as UTF-16;
/// any other text stays as it is. Lone surrogates become U+FFFD.
class TextDecoder
{
public:
    /// Returns the text that the next bytes add. It is valid until the next call, or as long as `bytes`.
    std::string_view decode(std::string_view bytes);

private:
    enum class Encoding { NotKnownYet, Utf8, LittleEndian, BigEndian };

    void find(std::string_view bytes);
    void take(char first, char second);

    Encoding m_encoding = Encoding::NotKnownYet;
    bool m_isAtMark = true; // of the byte order
    std::string m_rest; // bytes that wait for more
    std::string m_decoded;
    char32_t m_high = 0; // a surrogate whose other half is to come
};

} // namespace tidemark
