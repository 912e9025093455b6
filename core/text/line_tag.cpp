#include "core/text/line_tag.h"

#include "core/text/text_cursor.h"

#include <algorithm>
#include <array>

namespace tidemark {
namespace {

constexpr std::string_view kOpening = "[(<{";
constexpr std::string_view kClosing = "])>}";
constexpr std::string_view kMarks = "|:;,~>#=&!*+";
constexpr std::size_t kLongest = 120;
constexpr std::size_t kMostPieces = 14;

/// A table by character, because every line of a dense log is checked.
constexpr std::array<bool, 256> wordCharacters()
{
    std::array<bool, 256> isOf{};
    for (std::size_t c = 0x21; c < isOf.size(); ++c)
        isOf[c] = true;
    for (const std::string_view others : {kOpening, kClosing, kMarks, std::string_view("\"'\\")})
        for (const char c : others)
            isOf[static_cast<unsigned char>(c)] = false;
    return isOf;
}

bool isOfWord(char c)
{
    static constexpr std::array<bool, 256> kIsOf = wordCharacters();
    return kIsOf[static_cast<unsigned char>(c)];
}

/// Takes a piece and returns its kind: 'w', a mark, or its opening bracket; '\0' if it belongs to no tag.
char takePiece(TextCursor& at)
{
    const char first = at.peek();
    if (const std::size_t bracket = kOpening.find(first); !at.isAtEnd() && bracket != std::string_view::npos) {
        const std::string_view inside = at.rest().substr(0, kLongest);
        const std::size_t end = inside.find(kClosing[bracket]);
        if (end == std::string_view::npos || end < 2
            || inside.substr(0, end).find_first_of("\"'\\") != std::string_view::npos)
            return '\0';
        at = TextCursor(at.rest().substr(end + 1));
        return first;
    }
    if (!at.takeWhile(isOfWord, 1, kLongest).empty())
        return 'w';
    return at.takeOneOf(kMarks) ? first : '\0';
}

LineTag tagOf(std::string_view text)
{
    LineTag tag;
    tag.length = text.size();
    for (TextCursor at(text); !at.isAtEnd();) {
        if (const std::string_view digits = at.takeWhile(isDigit, 1); !digits.empty()) {
            const std::size_t zeros = std::min(digits.find_first_not_of('0'), digits.size() - 1);
            tag.numbers.emplace_back(digits.substr(zeros));
            tag.words += LineTag::kNumber;
        } else if (at.skipSpaces()) {
            tag.words += ' ';
        } else {
            tag.words += at.peek();
            at = TextCursor(at.rest().substr(1));
        }
    }
    return tag;
}

} // namespace

std::string LineTag::named(const std::vector<bool>& isName) const
{
    std::string text;
    std::size_t number = 0;
    for (const char c : words) {
        if (c != kNumber) {
            text += c;
            continue;
        }
        text += number < isName.size() && isName[number] ? numbers[number] : "#";
        ++number;
    }
    return text;
}

std::string shapeOfTag(std::string_view text)
{
    std::string shape;
    TextCursor at(trimmed(text));
    if (at.rest().size() > kLongest)
        return {};
    while (!at.isAtEnd()) {
        const char piece = takePiece(at);
        if (piece == '\0' || shape.size() == kMostPieces)
            return {};
        shape += piece;
        at.skipSpaces();
    }
    return shape;
}

LineTag tagAt(std::string_view line, std::string_view shape)
{
    TextCursor at(line);
    at.skipSpaces();
    const std::size_t begin = line.size() - at.rest().size();
    for (std::size_t i = 0; i < shape.size(); ++i) {
        if (i > 0)
            at.skipSpaces();
        if (takePiece(at) != shape[i])
            return {};
    }
    const std::size_t end = line.size() - at.rest().size();
    if (shape.empty() || end > begin + kLongest || (shape.back() == 'w' && !at.isAtEnd() && !isSpace(at.peek())))
        return {};
    LineTag tag = tagOf(line.substr(begin, end - begin));
    tag.length = end;
    return tag;
}

} // namespace tidemark
