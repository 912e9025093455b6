#pragma once

#include <string>
#include <string_view>

namespace tidemark {

/// Makes UTF-8 of a text that comes in parts: of UTF-16, if it starts with a byte order mark of that. Any other text
/// stays as it is. Surrogates that stand alone become U+FFFD.
class TextDecoder
{
public:
    /// What the next bytes add to the text. It holds until the next call, or as long as `bytes`.
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
