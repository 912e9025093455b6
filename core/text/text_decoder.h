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
    bool m_isAtMark = true; // the next bytes are the first, where a byte order mark may be
    std::string m_rest; // the start of a character that the last bytes cut
    std::string m_decoded;
    char32_t m_high = 0; // a high surrogate; 0 if none is pending
};

} // namespace tidemark
