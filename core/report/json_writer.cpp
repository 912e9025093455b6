#include "core/report/json_writer.h"

#include "core/base/text.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <ostream>
#include <utility>

namespace tidemark {
namespace {

bool isPlain(char c)
{
    return static_cast<unsigned char>(c) >= 0x20 && static_cast<unsigned char>(c) < 0x7f && c != '"' && c != '\\';
}

bool isAsciiByte(char c)
{
    return static_cast<unsigned char>(c) < 0x80;
}

void appendUnicodeEscape(std::string& to, std::uint32_t code)
{
    static constexpr std::string_view kDigits = "0123456789abcdef";
    to += "\\u";
    for (const std::uint32_t shift : {12U, 8U, 4U, 0U})
        to += kDigits[code >> shift & 0xf];
}

void appendEscape(std::string& to, char c)
{
    static constexpr std::string_view kNamed = "\"\\\b\f\n\r\t";
    static constexpr std::string_view kNames = "\"\\bfnrt";
    if (const std::size_t at = kNamed.find(c); at != std::string_view::npos) {
        to += {'\\', kNames[at]};
        return;
    }
    appendUnicodeEscape(to, static_cast<unsigned char>(c));
}

/// Appends text without ASCII. Escapes what would steer a terminal that shows the JSON: controls, and marks that
/// reverse the reading direction.
void appendForeign(std::string& to, std::string_view text)
{
    const std::string valid = validUtf8(text);
    if (printable(valid) == valid) {
        to += valid;
        return;
    }
    for (std::string_view rest = valid; !rest.empty();) {
        const auto first = static_cast<unsigned char>(rest.front());
        const auto length = static_cast<std::size_t>(std::countl_one(first));
        const std::string_view character = rest.substr(0, length);
        rest.remove_prefix(length);
        std::uint32_t code = first & (0xffU >> (length + 1));
        for (const char c : character.substr(1))
            code = code << 6 | (static_cast<unsigned char>(c) & 0x3fU);
        if (length < 4 && printable(character) != character)
            appendUnicodeEscape(to, code);
        else
            to += character;
    }
}

template <class Integer>
void appendInteger(std::string& to, Integer number)
{
    std::array<char, 24> digits; // at most 20 digits and a sign
    const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), number).ptr;
    to.append(digits.data(), end);
}

} // namespace

JsonWriter::JsonWriter(std::ostream& out, JsonLayout layout)
    : m_out(out)
    , m_layout(layout)
{ }

JsonWriter& JsonWriter::begin(char bracket, JsonLayout layout)
{
    separate();
    m_text += bracket;
    m_open.push_back({layout, true});
    return *this;
}

JsonWriter& JsonWriter::end(char bracket)
{
    const Open ended = m_open.back();
    m_open.pop_back();
    if (!ended.isEmpty && ended.layout == JsonLayout::Indented)
        breakLine();
    else if (!ended.isEmpty && ended.layout == JsonLayout::Rows)
        m_text += '\n';
    m_text += bracket;
    return passOn();
}

void JsonWriter::separate()
{
    if (std::exchange(m_isAfterKey, false) || m_open.empty())
        return;
    Open& open = m_open.back();
    const bool isFirst = std::exchange(open.isEmpty, false);
    if (!isFirst)
        m_text += ',';
    switch (open.layout) {
    case JsonLayout::Compact:
        break;
    case JsonLayout::Spaced:
        m_text += isFirst ? "" : " ";
        break;
    case JsonLayout::Rows:
        m_text += '\n';
        break;
    case JsonLayout::Indented:
        breakLine();
        break;
    }
}

void JsonWriter::breakLine()
{
    m_text += '\n';
    m_text.append(2 * m_open.size(), ' ');
}

JsonWriter& JsonWriter::key(std::string_view name)
{
    separate();
    appendText(name);
    m_text += m_open.back().layout == JsonLayout::Compact ? ":" : ": ";
    m_isAfterKey = true;
    return *this;
}

JsonWriter& JsonWriter::raw(std::string_view text)
{
    separate();
    m_text += text;
    return passOn();
}

JsonWriter& JsonWriter::signedNumber(std::int64_t number)
{
    separate();
    appendInteger(m_text, number);
    return passOn();
}

JsonWriter& JsonWriter::unsignedNumber(std::uint64_t number)
{
    separate();
    appendInteger(m_text, number);
    return passOn();
}

JsonWriter& JsonWriter::value(double number)
{
    return raw(nlohmann::json(number).dump());
}

JsonWriter& JsonWriter::value(std::string_view text)
{
    separate();
    appendText(text);
    return passOn();
}

void JsonWriter::appendText(std::string_view text)
{
    m_text += '"';
    while (!text.empty()) {
        // A multi-byte UTF-8 sequence contains no ASCII byte, so that each run can be checked by itself.
        const auto plainEnd = std::ranges::find_if_not(text, isPlain);
        const auto foreignEnd = std::find_if(plainEnd, text.end(), isAsciiByte);
        m_text.append(text.begin(), plainEnd);
        appendForeign(m_text, {plainEnd, foreignEnd});
        text.remove_prefix(static_cast<std::size_t>(foreignEnd - text.begin()));
        if (!text.empty() && !isPlain(text.front())) {
            appendEscape(m_text, text.front());
            text.remove_prefix(1);
        }
    }
    m_text += '"';
}

JsonWriter& JsonWriter::passOn()
{
    constexpr std::size_t kMost = 1 << 15;
    if (m_open.empty() || m_text.size() >= kMost) {
        m_out << m_text;
        m_text.clear();
    }
    return *this;
}

void writeWarnings(JsonWriter& json, const std::vector<Warning>& warnings)
{
    json.key("warnings").beginArray();
    for (const Warning& warning : warnings) {
        json.beginObject();
        json.key("code").value(warning.code);
        json.key("text").value(warning.describe());
        json.endObject();
    }
    json.endArray();
}

} // namespace tidemark
