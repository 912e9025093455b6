#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace tidemark {

/// What stands before the lines of a log, as far as it tells who wrote them: "node03: ", "[worker 0] ", "web-1 main ".
struct LineTag {
    static constexpr char kNumber = '\x01';
    std::string words; // with kNumber in place of every number
    std::vector<std::string> numbers; // of these, in order, without zeros in front
    std::size_t length = 0; // of the line that it takes, without the blank behind it

    /// Its text with the numbers that `isName` holds true for; the others are '#'.
    std::string named(const std::vector<bool>& isName) const;
};

/// How a tag is made of words, marks and brackets, a character for each: "w:" of "node03:", "[" of "[worker 0]", "ww"
/// of "web-1 main". Empty: a text of that kind is no tag.
std::string shapeOfTag(std::string_view text);

/// The tag of that shape at the front of a line; one of length 0 where there is none.
LineTag tagAt(std::string_view line, std::string_view shape);

} // namespace tidemark
