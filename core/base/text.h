#pragma once

#include <cstdint>
#include <cstring>
#include <functional>
#include <string>
#include <string_view>
#include <type_traits>

namespace tidemark {

/// "5.06 GiB", "183.2 MiB", "512 MiB", "17 B": binary units, 3 to 4 digits, whole values without decimals. The unit is
/// the largest that keeps the number at or above 1. See core/base/number_signs.h for the space and the minus.
std::string bytesText(std::int64_t bytes);

enum class ByteUnit { Auto, B, KiB, MiB, GiB };
/// Like bytesText() above, in a fixed unit unless `unit` is Auto: "5,182 MiB". A value other than 0 never shows as 0:
/// "< 0.01 GiB".
std::string bytesText(std::int64_t bytes, ByteUnit unit);

/// "5.06 GiB less": the difference and the word for its sign. REQUIRES: it is not 0
std::string changeWords(std::int64_t change, std::string_view less, std::string_view more,
                        ByteUnit unit = ByteUnit::Auto);

/// "0x7f1000000000"
std::string addressText(std::uint64_t address);

/// "536,870,912"
std::string groupedNumber(std::int64_t value);

/// "1 output", "12 outputs"
std::string counted(std::uint64_t count, std::string_view one, std::string_view many);
inline std::string counted(std::uint64_t count, const std::string& one)
{
    return counted(count, one, one + "s");
}

/// The word for so many: "is" for 1, "are" for others.
std::string worded(std::uint64_t count, std::string_view one, std::string_view many);

/// The text with a capital as its first letter, if that is an ASCII letter.
std::string capitalised(std::string text);

/// Appends a part to a list in words: after `between`, unless it is the first.
void addTo(std::string& list, std::string_view between, std::string_view part);
/// " and 3 more" if a list of `all` elements names the first `named` of them; nothing if it names all.
std::string andMore(std::size_t all, std::size_t named);
/// The text of a number or of a text.
struct AsText {
    template <class Value>
    std::string operator()(const Value& value) const
    {
        if constexpr (std::is_arithmetic_v<Value>)
            return std::to_string(value);
        else
            return std::string(value);
    }
};
/// The texts of the elements with `between` in between.
template <class List, class TextOf = AsText>
std::string joined(const List& list, std::string_view between, const TextOf& textOf = {})
{
    std::string text;
    std::string_view separator;
    for (const auto& each : list) {
        text.append(separator).append(std::invoke(textOf, each));
        separator = between;
    }
    return text;
}
/// The text between `before` and `after`; nothing for an empty text.
std::string framed(std::string_view before, std::string_view text, std::string_view after = {});
/// The text, or another one if it is empty.
inline std::string textOr(std::string text, std::string_view other)
{
    return text.empty() ? std::string(other) : text;
}

/// "29.6 %" with one decimal; "< 0.1 %" for a part above 0 and "> 99.9 %" for a part below the whole. Returns an empty
/// text if `whole` <= 0.
std::string percentText(std::int64_t part, std::int64_t whole);

/// The columns that the text takes in a terminal: its code points, because all our units and names are one column wide.
std::size_t terminalColumns(std::string_view text);
/// Pads the text with spaces to so many columns, after the text or, if `isRight`, before it.
std::string padded(const std::string& text, std::size_t columns, bool isRight = false);

/// Returns whether no byte of the text is above 127.
inline bool isAscii(std::string_view text)
{
    // Reads eight bytes at a time. The last eight may overlap the ones before, which saves a loop.
    const auto load = [&](std::size_t at, auto word) {
        std::memcpy(&word, text.data() + at, sizeof word);
        return std::uint64_t{word};
    };
    std::uint64_t all = 0;
    if (text.size() >= 8) {
        for (std::size_t at = 0; at < text.size() - 8; at += 8)
            all |= load(at, std::uint64_t{});
        all |= load(text.size() - 8, std::uint64_t{});
    } else if (text.size() >= 4) {
        all = load(0, std::uint32_t{}) | load(text.size() - 4, std::uint32_t{});
    } else {
        for (const char c : text)
            all |= static_cast<unsigned char>(c);
    }
    return (all & 0x8080808080808080) == 0;
}

bool isValidUtf8(std::string_view text);

/// The part of a path after its last slash.
inline std::string_view fileNameOf(std::string_view path)
{
    return path.substr(path.rfind('/') + 1);
}

/// Returns whether the first bytes of a file are no text. A log may hold a few control characters, as a terminal's
/// title or a progress bar does. Binary formats have a byte 0, many control characters, or some and bytes that are no
/// UTF-8.
bool isBinary(std::string_view start);

/// A key for sorting byte by byte in the order that people expect: "param.2" before "param.10". Equal texts are ordered
/// by case and then by the text itself. The order is the same on every machine and in every locale.
std::string naturalKey(std::string_view text);

/// Replaces runs of digits by "#": names of layers, and of files of ranks, differ only in their numbers.
std::string withoutNumbers(std::string_view name);

/// A label inside a sentence: "optimizer state" for "Optimizer state"; "KV cache" is unchanged.
std::string inSentence(std::string_view label);

/// Returns the text with U+FFFD for every byte that is not valid UTF-8. Names in a file may contain any bytes.
std::string validUtf8(std::string_view text);

/// Makes a text safe for a terminal or an XML file: valid UTF-8 on one line. U+FFFD replaces controls (C0, DEL, C1),
/// marks that reverse the reading direction, and non-characters; spaces replace line breaks and tabs.
std::string printable(std::string_view text);

/// The same for a message of several lines. A line feed stays at the end and where the next line is indented, as in
/// lists of this program; a line feed in a file name becomes a space, so a name cannot look like another message.
std::string printableLines(std::string_view text);

} // namespace tidemark
