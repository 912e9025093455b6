#include "core/base/text.h"

#include "core/base/characters.h"
#include "core/base/number_signs.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <cstring>

namespace tidemark {
namespace {

constexpr std::array<const char*, 7> kUnits = {"B", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"};
/// The signs used in texts of numbers.
struct NumberSigns {
    const char* space; // before a unit
    const char* minus;
};
constexpr NumberSigns kPlain = {" ", "-"};
constexpr NumberSigns kTypographic = {"\u00a0", "\u2212"};
std::atomic<const NumberSigns*> signs = &kPlain;

const char* space()
{
    return signs.load(std::memory_order_relaxed)->space;
}

const char* minus()
{
    return signs.load(std::memory_order_relaxed)->minus;
}

/// The number of decimals that gives 3 to 4 digits in all, also if rounding adds a digit before the point.
int decimalsFor(double value)
{
    if (value < 99.995)
        return 2;
    return value < 999.95 ? 1 : 0;
}

std::string numberText(double value)
{
    std::array<char, 40> buffer{};
    const int decimals = value == std::floor(value) ? 0 : decimalsFor(value);
    std::snprintf(buffer.data(), buffer.size(), "%.*f", decimals, value);
    return buffer.data();
}

/// Inserts a comma before each group of three digits before the point.
std::string grouped(std::string digits)
{
    for (std::size_t i = std::min(digits.find('.'), digits.size()); i > 3; i -= 3)
        digits.insert(i - 3, ",");
    return digits;
}

/// The length of the valid UTF-8 sequence at the start of `text`; 0 if there is none.
std::size_t sequenceLength(std::string_view text)
{
    const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
    const unsigned char first = byte(0);
    if (first < 0x80)
        return 1;
    std::size_t length = 0;
    std::uint32_t code = 0;
    if ((first & 0xe0) == 0xc0) {
        length = 2;
        code = first & 0x1fU;
    } else if ((first & 0xf0) == 0xe0) {
        length = 3;
        code = first & 0x0fU;
    } else if ((first & 0xf8) == 0xf0) {
        length = 4;
        code = first & 0x07U;
    } else {
        return 0;
    }
    if (text.size() < length)
        return 0;
    for (std::size_t i = 1; i < length; ++i) {
        if ((byte(i) & 0xc0) != 0x80)
            return 0;
        code = code << 6 | (byte(i) & 0x3fU);
    }
    constexpr std::array<std::uint32_t, 5> kSmallest = {0, 0, 0x80, 0x800, 0x10000};
    const bool surrogate = code >= 0xd800 && code <= 0xdfff;
    return code < kSmallest[length] || code > 0x10ffff || surrogate ? 0 : length;
}

/// The code point of one valid UTF-8 sequence.
char32_t codePoint(std::string_view sequence)
{
    const auto first = static_cast<unsigned char>(sequence.front());
    char32_t code = sequence.size() == 1 ? first : first & (0xffU >> (sequence.size() + 1));
    for (const char c : sequence.substr(1))
        code = code << 6 | (static_cast<unsigned char>(c) & 0x3fU);
    return code;
}

bool steersOutput(char32_t code)
{
    const bool control = code < 0x20 || (code >= 0x7f && code < 0xa0);
    const bool direction = code == 0x61c || code == 0x200e || code == 0x200f || (code >= 0x202a && code <= 0x202e)
        || (code >= 0x2066 && code <= 0x2069);
    const bool lineBreak = code == 0x2028 || code == 0x2029;
    return control || direction || lineBreak || (code & 0xfffe) == 0xfffe;
}

} // namespace

void useTypographicNumbers()
{
    signs = &kTypographic;
}

std::string bytesText(std::int64_t bytes)
{
    return bytesText(bytes, ByteUnit::Auto);
}

std::string bytesText(std::int64_t bytes, ByteUnit unit)
{
    const std::string sign = bytes < 0 ? minus() : "";
    double value = std::abs(static_cast<double>(bytes));
    std::size_t index = 0;
    if (unit == ByteUnit::Auto) {
        // 1023.95 KiB would print as "1024 KiB".
        for (; value >= 1023.5 && index + 1 < kUnits.size(); ++index)
            value /= 1024;
    } else {
        index = static_cast<std::size_t>(unit) - 1;
        value = std::ldexp(value, -10 * static_cast<int>(index));
        if (value > 0 && value < 0.005)
            return sign + "<" + space() + "0.01" + space() + kUnits[index];
    }
    const std::string number = numberText(value); // 3 to 4 digits if the unit fits the value
    return sign + (unit == ByteUnit::Auto ? number : grouped(number)) + space() + kUnits[index];
}

std::string changeWords(std::int64_t change, std::string_view less, std::string_view more, ByteUnit unit)
{
    return bytesText(std::abs(change), unit).append(" ").append(change < 0 ? less : more);
}

std::string addressText(std::uint64_t address)
{
    std::array<char, 16> digits{};
    const auto [end, error] = std::to_chars(digits.data(), digits.data() + digits.size(), address, 16);
    return "0x" + std::string(digits.data(), end);
}

std::string groupedNumber(std::int64_t value)
{
    const std::string digits = std::to_string(value);
    return value < 0 ? minus() + grouped(digits.substr(1)) : grouped(digits);
}

std::string counted(std::uint64_t count, std::string_view one, std::string_view many)
{
    return std::to_string(count) + " " + worded(count, one, many);
}

std::string worded(std::uint64_t count, std::string_view one, std::string_view many)
{
    return std::string(count == 1 ? one : many);
}

std::string andMore(std::size_t all, std::size_t named)
{
    return all <= named ? "" : " and " + groupedNumber(static_cast<std::int64_t>(all - named)) + " more";
}

std::string capitalised(std::string text)
{
    if (!text.empty())
        text[0] = toUpper(text[0]);
    return text;
}

void addTo(std::string& list, std::string_view between, std::string_view part)
{
    if (!list.empty())
        list += between;
    list += part;
}

std::string framed(std::string_view before, std::string_view text, std::string_view after)
{
    if (text.empty())
        return {};
    return std::string(before).append(text).append(after);
}

std::string percentText(std::int64_t part, std::int64_t whole)
{
    if (whole <= 0)
        return {};
    const double percent = 100.0 * static_cast<double>(part) / static_cast<double>(whole);
    if (part == 0)
        return std::string("0") + space() + "%";
    const std::string sign = percent < 0 ? minus() : "";
    if (std::abs(percent) < 0.05)
        return sign + "<" + space() + "0.1" + space() + "%";
    if (part < whole && percent >= 99.95)
        return std::string(">") + space() + "99.9" + space() + "%";
    std::array<char, 40> buffer{};
    std::snprintf(buffer.data(), buffer.size(), part == whole ? "%.0f" : "%.1f", std::abs(percent));
    return sign + buffer.data() + space() + "%";
}

std::size_t terminalColumns(std::string_view text)
{
    return static_cast<std::size_t>(
        std::ranges::count_if(text, [](char c) { return (static_cast<unsigned char>(c) & 0xc0) != 0x80; }));
}

std::string padded(const std::string& text, std::size_t columns, bool isRight)
{
    const std::size_t width = terminalColumns(text);
    const std::string spaces(columns > width ? columns - width : 0, ' ');
    return isRight ? spaces + text : text + spaces;
}

bool isValidUtf8(std::string_view text)
{
    while (!text.empty()) {
        const std::size_t length = sequenceLength(text);
        if (length == 0)
            return false;
        text.remove_prefix(length);
    }
    return true;
}

bool isBinary(std::string_view start)
{
    constexpr std::string_view kOfText = "\n\r\t\x1b\b\f\a\v";
    constexpr std::size_t kFew = 2;
    constexpr std::size_t kBytesForOneMore = 32;
    constexpr std::size_t kLongestCharacter = 4; // bytes; the last one may be cut
    const auto isControl = [kOfText](char c) {
        return static_cast<unsigned char>(c) < 0x20 && kOfText.find(c) == std::string_view::npos;
    };
    if (start.find('\0') != std::string_view::npos)
        return true;
    const auto controls = static_cast<std::size_t>(std::ranges::count_if(start, isControl));
    if (controls == 0)
        return false;
    if (controls > kFew + start.size() / kBytesForOneMore)
        return true;
    for (std::size_t cut = 0; cut < kLongestCharacter && cut < start.size(); ++cut)
        if (isValidUtf8(start.substr(0, start.size() - cut)))
            return false;
    return true;
}

std::string inSentence(std::string_view label)
{
    std::string text(label);
    if (!text.empty() && !isUpper(text.c_str()[1]))
        text[0] = toLower(text[0]);
    return text;
}

std::string withoutNumbers(std::string_view name)
{
    std::string result;
    for (const char c : name)
        if (!isDigit(c))
            result += c;
        else if (result.empty() || result.back() != '#')
            result += '#';
    return result;
}

std::string naturalKey(std::string_view text)
{
    std::string key;
    key.reserve(2 * text.size() + 8);
    for (std::size_t i = 0; i < text.size();) {
        if (!isDigit(text[i])) {
            key += toLower(text[i++]);
            continue;
        }
        // A number sorts by its count of digits and then by the digits. The '0' keeps numbers in the place of digits
        // among letters.
        const auto end = static_cast<std::size_t>(
            std::find_if_not(text.begin() + static_cast<std::ptrdiff_t>(i), text.end(), isDigit) - text.begin());
        while (i + 1 < end && text[i] == '0')
            ++i;
        std::size_t digits = end - i;
        key += '0';
        for (; digits >= 255; digits -= 255)
            key += '\xff';
        key += static_cast<char>(digits);
        key += text.substr(i, end - i);
        i = end;
    }
    key += '\0';
    return key += text;
}

std::string validUtf8(std::string_view text)
{
    if (isAscii(text))
        return std::string(text);
    std::string result;
    result.reserve(text.size());
    while (!text.empty()) {
        const std::size_t length = sequenceLength(text);
        if (length == 0)
            result += "\ufffd";
        else
            result += text.substr(0, length);
        text.remove_prefix(length == 0 ? 1 : length);
    }
    return result;
}

std::string printable(std::string_view text)
{
    const std::string valid = validUtf8(text);
    std::string result;
    result.reserve(valid.size());
    for (std::string_view rest = valid; !rest.empty();) {
        const std::size_t length = sequenceLength(rest);
        const std::string_view sequence = rest.substr(0, length);
        rest.remove_prefix(length);
        if (sequence == "\n" || sequence == "\r" || sequence == "\t")
            result += ' ';
        else
            result += steersOutput(codePoint(sequence)) ? std::string_view("\ufffd") : sequence;
    }
    return result;
}

std::string printableLines(std::string_view text)
{
    constexpr std::string_view kListed = "\n  ";
    std::string result;
    for (std::size_t end = text.find(kListed); end != std::string_view::npos; end = text.find(kListed)) {
        result += printable(text.substr(0, end)) + std::string(kListed);
        text.remove_prefix(end + kListed.size());
    }
    const bool isEnded = text.ends_with('\n');
    text.remove_suffix(isEnded ? 1 : 0);
    return result + printable(text) + (isEnded ? "\n" : "");
}

} // namespace tidemark
