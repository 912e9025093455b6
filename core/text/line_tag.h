#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace tidemark {

/// The text in front of a log line that identifies its writer: "node03: ", "[worker 0] ", "web-1 main ".
struct LineTag {
    static constexpr char kNumber = '\x01';
    std::string words; // the text of the tag, with kNumber in place of every number
    std::vector<std::string> numbers; // the numbers in their order, without leading zeros
    std::size_t length = 0; // bytes of the line that the tag takes, without the blank after it

    /// Returns the tag's text, keeping only the numbers for which `isName` is true; the others become '#'.
    std::string named(const std::vector<bool>& isName) const;
};

/// Returns the shape of a tag, one character for each word, mark and bracket: "w:" for "node03:", "[" for "[worker 0]",
/// "ww" for "web-1 main". Empty: the text is no tag.
std::string shapeOfTag(std::string_view text);

/// Returns the tag of that shape at the front of a line, or one of length 0.
LineTag tagAt(std::string_view line, std::string_view shape);

} // namespace tidemark
