#include "core/text/text_decoder.h"

namespace tidemark {
namespace {

void appendCharacter(std::string& text, char32_t code)
{
    const auto byte = [&](char32_t value) { text += static_cast<char>(value); };
    if (code < 0x80) {
        byte(code);
        return;
    }
    if (code < 0x800) {
        byte(0xc0 | code >> 6);
    } else {
        if (code < 0x10000) {
            byte(0xe0 | code >> 12);
        } else {
            byte(0xf0 | code >> 18);
            byte(0x80 | (code >> 12 & 0x3f));
        }
        byte(0x80 | (code >> 6 & 0x3f));
    }
    byte(0x80 | (code & 0x3f));
}

} // namespace

std::string_view TextDecoder::decode(std::string_view bytes)
{
    if (m_encoding == Encoding::NotKnownYet && m_rest.empty())
        find(bytes);
    if (m_encoding == Encoding::Utf8)
        return bytes;
    m_rest += bytes;
    m_decoded.clear();
    if (m_encoding == Encoding::NotKnownYet)
        find(m_rest);
    if (m_encoding == Encoding::NotKnownYet)
        return {};
    if (m_encoding == Encoding::Utf8) {
        m_decoded.swap(m_rest);
        return m_decoded;
    }
    const std::size_t whole = m_rest.size() / 2 * 2;
    for (std::size_t i = 0; i < whole; i += 2)
        take(m_rest[i], m_rest[i + 1]);
    m_rest.erase(0, whole);
    return m_decoded;
}

void TextDecoder::find(std::string_view bytes)
{
    if (bytes.starts_with("\xff\xfe"))
        m_encoding = Encoding::LittleEndian;
    else if (bytes.starts_with("\xfe\xff"))
        m_encoding = Encoding::BigEndian;
    else if (!bytes.empty() && bytes != "\xff" && bytes != "\xfe")
        m_encoding = Encoding::Utf8;
}

void TextDecoder::take(char first, char second)
{
    if (m_isAtMark) {
        m_isAtMark = false;
        return;
    }
    constexpr char32_t kReplacement = 0xfffd;
    const bool isLittle = m_encoding == Encoding::LittleEndian;
    const auto low = static_cast<unsigned char>(isLittle ? first : second);
    const auto high = static_cast<unsigned char>(isLittle ? second : first);
    const char32_t unit = static_cast<char32_t>(high) << 8 | low;
    const bool isLowSurrogate = unit >= 0xdc00 && unit < 0xe000;
    if (m_high != 0) {
        const char32_t before = m_high;
        m_high = 0;
        appendCharacter(m_decoded,
                        isLowSurrogate ? 0x10000 + ((before - 0xd800) << 10) + (unit - 0xdc00) : kReplacement);
        if (isLowSurrogate)
            return;
    }
    if (unit >= 0xd800 && unit < 0xdc00)
        m_high = unit;
    else
        appendCharacter(m_decoded, isLowSurrogate ? kReplacement : unit);
}

} // namespace tidemark
