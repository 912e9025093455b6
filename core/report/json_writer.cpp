#include "core/report/json_writer.h"

#include "core/base/text.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <charconv>
#include <ostream>
#include <utility>

namespace tidemark {
namespace {

bool isPlain(char c)
{
    return static_cast<unsigned char>(c) >= 0x20 && static_cast<unsigned char>(c) < 0x80 && c != '"' && c != '\\';
}

bool isAsciiByte(char c)
{
    return static_cast<unsigned char>(c) < 0x80;
}

void appendEscape(std::string& to, char c)
{
    static constexpr std::string_view kNamed = "\"\\\b\f\n\r\t";
    static constexpr std::string_view kNames = "\"\\bfnrt";
    static constexpr std::string_view kDigits = "0123456789abcdef";
    if (const std::size_t at = kNamed.find(c); at != std::string_view::npos) {
        to += {'\\', kNames[at]};
        return;
    }
    const auto code = static_cast<unsigned char>(c);
    to += "\\u00";
    to += {kDigits[code >> 4], kDigits[code & 0xf]};
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
        m_text += validUtf8({plainEnd, foreignEnd});
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

} // namespace tidemark
